import SafeMediaFrames

/// The table of a palette picture: 256 native-endian ARGB words.
struct Palette {
    static let count = 256
    static let opaqueBlack: UInt32 = 0xFF00_0000

    /// Reads the table of a picture.
    static func read(_ picture: PictureView) -> [UInt32] {
        let base = picture.planes[1].base
        return (0..<count).map { base.loadUnaligned(fromByteOffset: $0 * 4, as: UInt32.self) }
    }

    /// Replaces the table of a picture; what `entries` does not name becomes opaque black.
    static func write(_ entries: [UInt32], into picture: MutablePictureView) {
        for index in 0..<count {
            let entry = index < entries.count ? entries[index] | opaqueBlack : opaqueBlack
            picture.planes[1].base.storeBytes(of: entry, toByteOffset: index * 4, as: UInt32.self)
        }
    }
}
