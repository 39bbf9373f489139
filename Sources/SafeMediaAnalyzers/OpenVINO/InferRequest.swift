import COpenVINO

/// One run of a model at a time, with the tensors it reads and writes.
///
/// Safe to pass on: only the call that took it out of its model's idle list uses it.
final class InferRequest: @unchecked Sendable {
    private let runtime: OpenVINORuntime
    private let handle: OpaquePointer

    private init(runtime: OpenVINORuntime, handle: OpaquePointer) {
        self.runtime = runtime
        self.handle = handle
    }

    deinit { cov_request_free(runtime.library, handle) }

    /// Makes a request of a compiled model; OpenVINO keeps that model alive as long as the request.
    static func make(runtime: OpenVINORuntime, model: OpaquePointer) throws(AnalyzerError) -> InferRequest {
        let handle = try runtime.checkedHandle("make a request") { cov_request_create(runtime.library, model, &$0) }
        return InferRequest(runtime: runtime, handle: handle)
    }

    /// Fills the input, runs, and reads the output.
    func run(
        input: ModelInput, outputIndex: Int, fill: (UnsafeMutableRawBufferPointer) -> Void
    ) throws(AnalyzerError) -> [Float] {
        let source = try runtime.checkedHandle("give the input") {
            cov_request_input(runtime.library, handle, 0, &$0)
        }
        defer { cov_tensor_free(runtime.library, source) }
        let samples = try contents(of: source, type: input.elementType.openVINOType, what: "input")
        guard samples.count == input.byteCount else {
            throw AnalyzerError("the model's input holds \(samples.count) bytes, not \(input.byteCount)")
        }
        fill(samples)
        try runtime.check("run the model", cov_request_infer(runtime.library, handle))
        let sink = try runtime.checkedHandle("give the output") {
            cov_request_output(runtime.library, handle, outputIndex, &$0)
        }
        defer { cov_tensor_free(runtime.library, sink) }
        return Array(try contents(of: sink, type: Int32(COV_F32), what: "output").bindMemory(to: Float.self))
    }

    private func contents(
        of tensor: OpaquePointer, type expected: Int32, what: String
    ) throws(AnalyzerError) -> UnsafeMutableRawBufferPointer {
        var (data, type, count) = (UnsafeMutableRawPointer?.none, Int32(0), 0)
        try runtime.check("lend the \(what)", cov_tensor_data(runtime.library, tensor, &data, &type, &count))
        guard type == expected else {
            throw AnalyzerError("the model's \(what) has element type \(type) of OpenVINO's, not \(expected)")
        }
        return UnsafeMutableRawBufferPointer(start: data, count: count)
    }
}
