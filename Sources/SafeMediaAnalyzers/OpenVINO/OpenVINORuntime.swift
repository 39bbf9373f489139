import COpenVINO

/// An opened OpenVINO: the library's functions and its core.
///
/// Safe to share: the library is never closed, the core is safe to use from several threads, and neither handle is
/// written after `init`.
final class OpenVINORuntime: @unchecked Sendable {
    /// The opened library.
    let library: OpaquePointer
    /// OpenVINO's core.
    let core: OpaquePointer

    private init(library: OpaquePointer, core: OpaquePointer) {
        self.library = library
        self.core = core
    }

    deinit { cov_core_free(library, core) }

    /// Opens the first runtime found.
    ///
    /// - Throws: what was looked for, where, and what to do.
    static func open(_ locator: ResourceLocator) throws(AnalyzerError) -> OpenVINORuntime {
        let (files, places) = locator.runtimeCandidates()
        var refusals: [String] = []
        for file in files {
            var message = [CChar](repeating: 0, count: 1024)
            guard let library = cov_open(file, &message, message.count) else {
                // The loader's plain name comes last and is not news when it is not there.
                if file.hasPrefix("/") { refusals.append(oneLine(message)) }
                continue
            }
            var core: OpaquePointer?
            let status = cov_core_create(library, &core)
            guard status == 0, let core else {
                refusals.append("\(file): \(failure(library, status))")
                continue
            }
            return OpenVINORuntime(library: library, core: core)
        }
        let why =
            refusals.isEmpty
            ? "libopenvino_c.so was not found in \(places.joined(separator: ", ")), or the system's library path"
            : "libopenvino_c.so was found but cannot be used: \(refusals.joined(separator: "; "))"
        throw AnalyzerError(
            "OpenVINO is missing: \(why); run scripts/bootstrap, or set \(ResourceLocator.runtimeVariable) to its folder"
        )
    }

    /// Whether the CPU calculates in bf16 by itself.
    func hasBF16() throws(AnalyzerError) -> Bool {
        var value: UnsafeMutablePointer<CChar>?
        try check(
            "ask what the processor can do",
            cov_core_get_property(library, core, "CPU", "OPTIMIZATION_CAPABILITIES", &value))
        guard let value else { return false }
        defer { cov_free_string(library, value) }
        return String(cString: value).split(whereSeparator: { !$0.isLetter && !$0.isNumber }).contains("BF16")
    }

    /// Turns a status into a throw with OpenVINO's own message.
    func check(_ operation: @autoclosure () -> String, _ status: Int32) throws(AnalyzerError) {
        guard status != 0 else { return }
        throw AnalyzerError("OpenVINO could not \(operation()): \(Self.failure(library, status))")
    }

    /// The same for a call that gives a handle.
    func checkedHandle(
        _ operation: @autoclosure () -> String, _ call: (inout OpaquePointer?) -> Int32
    ) throws(AnalyzerError) -> OpaquePointer {
        var handle: OpaquePointer?
        try check(operation(), call(&handle))
        guard let handle else { throw AnalyzerError("OpenVINO could not \(operation()): it gave nothing") }
        return handle
    }

    private static func failure(_ library: OpaquePointer, _ status: Int32) -> String {
        var message = [CChar](repeating: 0, count: 4096)
        cov_last_error(library, status, &message, message.count)
        return oneLine(message)
    }

    /// OpenVINO's messages begin with the places in its own sources; what went wrong is what follows.
    private static func oneLine(_ message: [CChar]) -> String {
        let text = String(decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let lines = text.split(whereSeparator: \.isNewline).map(String.init)
        let telling = lines.filter { !$0.hasPrefix("Exception from ") && !$0.hasPrefix("Check '") }
        return (telling.isEmpty ? lines : telling).joined(separator: " ")
    }
}
