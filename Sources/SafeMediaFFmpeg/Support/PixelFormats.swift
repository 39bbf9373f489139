import CFFmpeg
package import SafeMediaFrames

extension PixelFormat {
    /// Every format this FFmpeg knows, by number; computed once, never changed.
    private static let table: [Int32: PixelFormat] = {
        var table: [Int32: PixelFormat] = [:]
        var descriptor = av_pix_fmt_desc_next(nil)
        while let current = descriptor {
            let identifier = av_pix_fmt_desc_get_id(current).rawValue
            table[identifier] = PixelFormat(identifier: identifier, descriptor: current.pointee)
            descriptor = av_pix_fmt_desc_next(current)
        }
        return table
    }()

    /// The format of FFmpeg's name, such as `yuv420p`.
    package static func named(_ name: String) -> PixelFormat? {
        PixelFormat(av_get_pix_fmt(name).rawValue)
    }

    /// The format of FFmpeg's number; nil for "none" and for numbers of no format.
    init?(_ identifier: Int32) {
        guard let format = Self.table[identifier] else { return nil }
        self = format
    }

    /// As FFmpeg's number.
    var native: AVPixelFormat { AVPixelFormat(rawValue: identifier) }

    /// Old names for full-range YUV; the range is said elsewhere now.
    var impliesFullRange: Bool { name.hasPrefix("yuvj") }

    /// The format without a range in its name.
    package var withoutImpliedRange: PixelFormat {
        guard impliesFullRange else { return self }
        return PixelFormat.named("yuv" + name.dropFirst(4)) ?? self
    }

    private init(identifier: Int32, descriptor: AVPixFmtDescriptor) {
        let flags = descriptor.flags
        func has(_ flag: Int32) -> Bool { flags & UInt64(flag) != 0 }
        let hasAlpha = has(AV_PIX_FMT_FLAG_ALPHA)
        let isPalette = has(AV_PIX_FMT_FLAG_PAL)
        let components = withUnsafeBytes(of: descriptor.comp) { raw in
            raw.bindMemory(to: AVComponentDescriptor.self).prefix(Int(descriptor.nb_components)).map {
                Component(
                    plane: Int($0.plane), step: Int($0.step), offset: Int($0.offset), shift: Int($0.shift),
                    depth: Int($0.depth))
            }
        }
        let name = descriptor.name.map { String(cString: $0) } ?? "unknown"
        let model: Model
        if has(AV_PIX_FMT_FLAG_HWACCEL) || has(AV_PIX_FMT_FLAG_BAYER) || name.hasPrefix("xyz") {
            model = .opaque
        } else if isPalette {
            model = .palette
        } else if has(AV_PIX_FMT_FLAG_RGB) {
            model = .rgb
        } else {
            model = components.count - (hasAlpha ? 1 : 0) >= 3 ? .yuv : .gray
        }
        self.init(
            name: name, identifier: identifier, model: model,
            components: isPalette ? Array(components.prefix(1)) : components, hasAlpha: hasAlpha && !isPalette,
            log2ChromaWidth: Int(descriptor.log2_chroma_w), log2ChromaHeight: Int(descriptor.log2_chroma_h),
            isBigEndian: has(AV_PIX_FMT_FLAG_BE), isBitstream: has(AV_PIX_FMT_FLAG_BITSTREAM),
            isFloat: has(AV_PIX_FMT_FLAG_FLOAT))
    }
}
