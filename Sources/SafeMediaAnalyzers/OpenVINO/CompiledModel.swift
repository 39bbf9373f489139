import COpenVINO
import Foundation
import Synchronization

/// A model made ready for this machine, with the requests that run it.
///
/// Safe to share: the handles are not written after `init`, OpenVINO lets one compiled model be used from several
/// threads, and each request belongs to one call at a time.
final class CompiledModel: @unchecked Sendable {
    /// How a model is to be run.
    struct Options: Sendable, Hashable {
        /// What the calculation is done in, whatever the file stores.
        enum Precision: String, Sendable {
            case f32
            case bf16
        }

        /// Precision.
        var precision: Precision
        /// Threads of one inference.
        var threads: Int
    }

    private let runtime: OpenVINORuntime
    private let handle: OpaquePointer
    private let input: ModelInput
    private let outputIndex: Int
    /// Idle requests; as many are made as there are calls at one time.
    private let idle = Mutex<[InferRequest]>([])

    private init(runtime: OpenVINORuntime, handle: OpaquePointer, input: ModelInput, outputIndex: Int) {
        self.runtime = runtime
        self.handle = handle
        self.input = input
        self.outputIndex = outputIndex
    }

    deinit {
        idle.withLock { $0 = [] }
        cov_compiled_free(runtime.library, handle)
    }

    /// Compiles a model for the CPU.
    static func compile(_ model: LoadedModel, options: Options) throws(AnalyzerError) -> CompiledModel {
        let runtime = model.runtime
        let settings = [
            ("INFERENCE_PRECISION_HINT", options.precision.rawValue),
            ("INFERENCE_NUM_THREADS", String(max(1, options.threads))),
            ("NUM_STREAMS", "1"),
            ("PERFORMANCE_HINT", "LATENCY"),
            // Pinned, two pipelines' models would sit on the same core while others idle.
            ("ENABLE_CPU_PINNING", "NO"),
        ]
        let strings = settings.map { (strdup($0.0), strdup($0.1)) }
        defer {
            for (key, value) in strings {
                free(key)
                free(value)
            }
        }
        let properties = strings.compactMap { key, value -> cov_property? in
            guard let key, let value else { return nil }
            return cov_property(key: key, value: value)
        }
        guard properties.count == settings.count else { throw AnalyzerError("out of memory") }
        let handle = try runtime.checkedHandle("compile \(model.path)") {
            cov_core_compile(runtime.library, runtime.core, model.handle, "CPU", properties, properties.count, &$0)
        }
        return CompiledModel(
            runtime: runtime, handle: handle, input: model.input, outputIndex: model.outputIndex)
    }

    /// Runs the model once, in the calling thread's time.
    ///
    /// - Parameter fill: writes the input's samples, all of them.
    /// - Returns: the output's numbers, as they are.
    func infer(_ fill: (UnsafeMutableRawBufferPointer) -> Void) throws(AnalyzerError) -> [Float] {
        let request: InferRequest
        if let waiting = idle.withLock({ $0.popLast() }) {
            request = waiting
        } else {
            request = try InferRequest.make(runtime: runtime, model: handle)
        }
        let result = try request.run(input: input, outputIndex: outputIndex, fill: fill)
        // Not after a throw: a request that failed once is not trusted again.
        idle.withLock { $0.append(request) }
        return result
    }
}
