/// How a picture's samples lie in memory: enough to read and write any component of any pixel without knowing the
/// format by name.
public struct PixelFormat: Sendable, Hashable {
    /// Where one component of a pixel lies.
    public struct Component: Sendable, Hashable {
        /// The plane that holds it.
        public var plane: Int
        /// From one sample to the next on a line: in bytes, in bits for a bitstream format.
        public var step: Int
        /// From the start of the line to the first sample: in bytes, in bits for a bitstream format.
        public var offset: Int
        /// How far the value is shifted left inside its bytes.
        public var shift: Int
        /// Significant bits of the value.
        public var depth: Int

        /// Describes a component.
        public init(plane: Int, step: Int, offset: Int, shift: Int, depth: Int) {
            self.plane = plane
            self.step = step
            self.offset = offset
            self.shift = shift
            self.depth = depth
        }
    }

    /// What the components mean, in order (alpha, where there is one, is always last).
    public enum Model: Sendable, Hashable {
        /// Luma alone.
        case gray
        /// Luma, blue difference, red difference.
        case yuv
        /// Red, green, blue.
        case rgb
        /// An index into a palette of 256 32-bit native-endian ARGB entries, which is plane 1.
        case palette
        /// Anything whose samples cannot be written one by one (CIE XYZ, Bayer, hardware surfaces).
        case opaque
    }

    /// FFmpeg's name, such as `yuv420p10le`.
    public var name: String
    /// FFmpeg's `AVPixelFormat` value, carried through untouched.
    public var identifier: Int32
    /// What the components mean.
    public var model: Model
    /// The components, alpha last.
    public var components: [Component]
    /// Whether the last component is alpha.
    public var hasAlpha: Bool
    /// How often the chroma planes are halved across; components 1 and 2 of `yuv` only.
    public var log2ChromaWidth: Int
    /// How often the chroma planes are halved down; components 1 and 2 of `yuv` only.
    public var log2ChromaHeight: Int
    /// Whether samples wider than a byte have their high byte first.
    public var isBigEndian: Bool
    /// Whether steps and offsets count bits, as in 1-bit monochrome.
    public var isBitstream: Bool
    /// Whether samples are IEEE floats.
    public var isFloat: Bool

    /// Describes a format.
    public init(
        name: String, identifier: Int32, model: Model, components: [Component], hasAlpha: Bool = false,
        log2ChromaWidth: Int = 0, log2ChromaHeight: Int = 0, isBigEndian: Bool = false, isBitstream: Bool = false,
        isFloat: Bool = false
    ) {
        self.name = name
        self.identifier = identifier
        self.model = model
        self.components = components
        self.hasAlpha = hasAlpha
        self.log2ChromaWidth = log2ChromaWidth
        self.log2ChromaHeight = log2ChromaHeight
        self.isBigEndian = isBigEndian
        self.isBitstream = isBitstream
        self.isFloat = isFloat
    }

    /// How many planes of samples there are (a palette's table is not counted).
    public var planeCount: Int { (components.map(\.plane).max() ?? -1) + 1 }

    /// Whether component `index` is one of the two that chroma subsampling shrinks.
    public func isChroma(_ index: Int) -> Bool { model == .yuv && (index == 1 || index == 2) }

    /// Samples across of component `index` in a picture `width` pixels wide, rounded up as the codecs do.
    public func width(ofComponent index: Int, in width: Int) -> Int {
        isChroma(index) ? -((-width) >> log2ChromaWidth) : width
    }

    /// Samples down of component `index` in a picture `height` pixels high, rounded up as the codecs do.
    public func height(ofComponent index: Int, in height: Int) -> Int {
        isChroma(index) ? -((-height) >> log2ChromaHeight) : height
    }
}
