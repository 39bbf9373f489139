import COpenVINO

/// The one input of a picture model.
package struct ModelInput: Sendable, Hashable {
    /// The order of the dimensions.
    package enum Layout: String, Sendable, CaseIterable {
        case nhwc = "NHWC"
        case nchw = "NCHW"
    }

    /// What a sample is stored as.
    package enum ElementType: String, Sendable, CaseIterable {
        case f32
        case u8

        var openVINOType: Int32 { Int32(self == .f32 ? COV_F32 : COV_U8) }
        var byteCount: Int { self == .f32 ? 4 : 1 }
    }

    /// The order of a pixel's channels.
    package enum ChannelOrder: String, Sendable, CaseIterable {
        case rgb = "RGB"
        case bgr = "BGR"
    }

    /// The input's name; nil where the model's only input is meant whatever it is called.
    package var name: String?
    /// Order of the dimensions.
    package var layout: Layout
    /// Pixels across.
    package var width: Int
    /// Pixels down.
    package var height: Int
    /// Order of the channels.
    package var channels: ChannelOrder
    /// Type of a sample.
    package var elementType: ElementType
    /// Taken from each channel's 0 to 255, in the model's order of channels.
    package var mean: [Float]
    /// What the rest is multiplied by, in the model's order of channels.
    package var scale: [Float]

    var shape: [Int] { layout == .nhwc ? [1, height, width, 3] : [1, 3, height, width] }
    var byteCount: Int { width * height * 3 * elementType.byteCount }
}
