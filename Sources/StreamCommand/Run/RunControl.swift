package import SafeMediaStream

/// What the command does to a run: `StreamControl`, or a test's stand-in.
package protocol RunControl: Sendable {
    var status: StreamStatus { get }
    func reveal(after decision: Int) throws(ContinueRefusal)
    func conceal()
    func open()
    func stop()
    func waitForCompletion() async throws -> StreamSummary
}

extension StreamControl: RunControl {}
