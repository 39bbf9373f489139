import Foundation

/// The events file: a line for each event, in order, never in the media's way.
package final class EventWriter: Sendable {
    /// Lines that may wait for a slow reader; decisions wait besides.
    static let capacity = 4096
    /// Seconds that a reader may take nothing at the end before the rest is given up.
    private static let stall = 2.0

    private let writer: BackgroundWriter

    /// - Parameters:
    ///   - open: gives the descriptor; called on the writer's thread.
    ///   - fail: called once when the file breaks; nothing more is written then.
    package init(
        capacity: Int = EventWriter.capacity, open: @escaping @Sendable () throws(SystemError) -> Int32,
        fail: @escaping @Sendable (SystemError) -> Void
    ) {
        writer = BackgroundWriter(
            name: "events", capacity: capacity, open: open,
            encode: { item in
                let value =
                    switch item {
                    case .element(let event): EventEncoder.json(event)
                    case .dropped(let lines): EventEncoder.dropped(lines)
                    }
                return value.bytes + [UInt8(ascii: "\n")]
            }, fail: fail)
    }

    /// Opens what `--events` names. What can fail fails here, except behind a FIFO, which waits for its reader.
    package convenience init(
        _ destination: CommandOptions.EventDestination, fail: @escaping @Sendable (SystemError) -> Void
    ) throws(SystemError) {
        switch destination {
        case .standardOutput: self.init(open: { 1 }, fail: fail)
        case .descriptor(let number):
            guard fcntl(number, F_GETFD) >= 0 else { throw SystemError(errno) }
            self.init(open: { number }, fail: fail)
        case .path(let path):
            var facts = stat()
            if stat(Descriptor.cPath(path), &facts) == 0, facts.st_mode & S_IFMT == S_IFIFO {
                self.init(open: { () throws(SystemError) in try Self.create(path) }, fail: fail)
            } else {
                let descriptor = try Self.create(path)
                self.init(open: { descriptor }, fail: fail)
            }
        }
    }

    /// Adds an event; never waits.
    package func write(_ event: CommandEvent) { writer.push(event) }

    /// Waits until every line is written, or the reader stands still.
    ///
    @discardableResult
    package func finish() -> WriterEnd { writer.finish(stall: Self.stall) }

    private static func create(_ path: [UInt8]) throws(SystemError) -> Int32 {
        let descriptor = open(Descriptor.cPath(path), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw SystemError(errno) }
        return descriptor
    }
}
