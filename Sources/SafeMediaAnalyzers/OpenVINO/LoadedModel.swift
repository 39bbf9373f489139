import COpenVINO

/// A model read from its file, checked against its description, with fixed shapes.
///
/// Not shared between threads: it is read, compiled and dropped by one call.
final class LoadedModel {
    /// The runtime it was read with.
    let runtime: OpenVINORuntime
    /// OpenVINO's model.
    let handle: OpaquePointer
    /// Its file, for messages.
    let path: String
    /// What it wants to be given.
    let input: ModelInput
    /// Which of its outputs is read.
    private(set) var outputIndex = 0

    private init(runtime: OpenVINORuntime, handle: OpaquePointer, path: String, input: ModelInput) {
        self.runtime = runtime
        self.handle = handle
        self.path = path
        self.input = input
    }

    deinit { cov_model_free(runtime.library, handle) }

    /// Reads a model and fixes its input's shape.
    ///
    /// - Parameters:
    ///   - output: the output's name; nil where the model has one only.
    ///   - count: how many numbers the output must give for one picture.
    /// - Throws: where the file is no model, or is not what its description says.
    static func read(
        _ path: String, input: ModelInput, output: String?, count: Int, runtime: OpenVINORuntime
    ) throws(AnalyzerError) -> LoadedModel {
        let handle = try runtime.checkedHandle("read \(path)") {
            cov_core_read_model(runtime.library, runtime.core, path, &$0)
        }
        let model = LoadedModel(runtime: runtime, handle: handle, path: path, input: input)
        try model.fixInput()
        try model.chooseOutput(output, count: count)
        return model
    }

    private func fixInput() throws(AnalyzerError) {
        var (inputs, outputs) = (0, 0)
        try runtime.check("count the inputs", cov_model_counts(runtime.library, handle, &inputs, &outputs))
        guard inputs == 1 else { throw AnalyzerError("\(path) has \(inputs) inputs; a classifier of pictures has one") }
        let port = try ModelPort(runtime: runtime) { cov_model_input_at(runtime.library, handle, 0, &$0) }
        let name = try port.name()
        if let wanted = input.name {
            let named = try? ModelPort(runtime: runtime) { cov_model_input(runtime.library, handle, wanted, &$0) }
            guard named != nil else { throw AnalyzerError("\(path) has no input called \(wanted); it has \(name)") }
        }
        let type = try port.elementType()
        guard type == input.elementType.openVINOType else {
            throw AnalyzerError(
                "\(path)'s input has element type \(type) of OpenVINO's, not \(input.elementType.rawValue)")
        }
        guard let shape = try port.shape(), shape.count == 4,
            zip(shape, input.shape).allSatisfy({ $0.isAny || $0.extent == $1 })
        else {
            throw AnalyzerError("\(path)'s input is not \(input.layout.rawValue) of \(input.shape), as described")
        }
        if shape.contains(where: \.isAny) {
            let extents = input.shape.map(Int64.init)
            try runtime.check(
                "fix the shape of \(path)'s input",
                cov_model_reshape(runtime.library, handle, name, extents, Int64(extents.count)))
        }
    }

    private func chooseOutput(_ wanted: String?, count: Int) throws(AnalyzerError) {
        var (inputs, outputs) = (0, 0)
        try runtime.check("count the outputs", cov_model_counts(runtime.library, handle, &inputs, &outputs))
        let ports = try (0..<outputs).map { index throws(AnalyzerError) in
            try ModelPort(runtime: runtime) { cov_model_output_at(runtime.library, handle, index, &$0) }
        }
        let names = try ports.map { port throws(AnalyzerError) in try port.name() }
        if let wanted {
            let named = try? ModelPort(runtime: runtime) { cov_model_output(runtime.library, handle, wanted, &$0) }
            guard let name = try named?.name(), let index = names.firstIndex(of: name) else {
                throw AnalyzerError(
                    "\(path) has no output called \(wanted); it has \(names.joined(separator: ", "))")
            }
            outputIndex = index
        } else if outputs != 1 {
            throw AnalyzerError("\(path) has \(outputs) outputs; say which: \(names.joined(separator: ", "))")
        }
        let type = try ports[outputIndex].elementType()
        guard type == Int32(COV_F32) else { throw AnalyzerError("\(path)'s output is not f32") }
        guard let shape = try ports[outputIndex].shape(), !shape.contains(where: \.isAny),
            shape.allSatisfy({ $0.extent == 1 || $0.extent == count }), shape.map(\.extent).reduce(1, *) == count
        else {
            throw AnalyzerError("\(path)'s output \(names[outputIndex]) does not give \(count) scores a picture")
        }
    }
}

/// What a model says of one of its inputs or outputs.
private final class ModelPort {
    /// One extent of a shape.
    struct Extent {
        /// Whether every extent will do.
        var isAny: Bool
        /// The extent, where there is but one.
        var extent: Int
    }

    private let runtime: OpenVINORuntime
    private let handle: OpaquePointer

    init(runtime: OpenVINORuntime, _ call: (inout OpaquePointer?) -> Int32) throws(AnalyzerError) {
        self.runtime = runtime
        handle = try runtime.checkedHandle("find an input or output", call)
    }

    deinit { cov_port_free(runtime.library, handle) }

    func name() throws(AnalyzerError) -> String {
        var text: UnsafeMutablePointer<CChar>?
        try runtime.check("name an input or output", cov_port_name(runtime.library, handle, &text))
        guard let text else { return "" }
        defer { cov_free_string(runtime.library, text) }
        return String(cString: text)
    }

    func elementType() throws(AnalyzerError) -> Int32 {
        var type: Int32 = 0
        try runtime.check("say an element type", cov_port_element_type(runtime.library, handle, &type))
        return type
    }

    /// nil where not even the number of dimensions is known.
    func shape() throws(AnalyzerError) -> [Extent]? {
        var dimensions = [cov_dimension](repeating: cov_dimension(min: 0, max: 0), count: Int(COV_MAX_RANK))
        var rank: Int64 = 0
        try runtime.check("say a shape", cov_port_shape(runtime.library, handle, &dimensions, &rank))
        guard rank >= 0 else { return nil }
        return dimensions.prefix(Int(rank)).map { Extent(isAny: $0.min != $0.max, extent: Int($0.max)) }
    }
}
