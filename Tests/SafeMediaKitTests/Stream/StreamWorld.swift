import SafeMediaKit

/// An engine on a manual analyzer, and a handler that notes what it is told.
@MainActor
struct StreamWorld {
    let journal = Journal()
    let analyzer: ManualStreamAnalyzer
    let engine: SafeMediaStreamEngine

    init() {
        analyzer = ManualStreamAnalyzer(journal)
        engine = SafeMediaStreamEngine(analyzer: analyzer)
    }

    func start(
        _ policy: SafeMediaPolicy = .teenMessaging, name: String = "",
        also: @escaping @MainActor @Sendable (SafeMediaStreamEvent) -> Void = { _ in }
    ) async -> SafeMediaStreamSession {
        let journal = journal
        return await engine.start(policy: policy) { event in
            journal.note(event, as: name)
            also(event)
        }
    }

    /// A session that has attached.
    func ready(
        _ policy: SafeMediaPolicy = .teenMessaging, name: String = "",
        also: @escaping @MainActor @Sendable (SafeMediaStreamEvent) -> Void = { _ in }
    ) async -> SafeMediaStreamSession {
        let session = await start(policy, name: name, also: also)
        await journal.until(name + "ready")
        return session
    }

    static let attached = ["preparing", "availability", "start", "attached", "ready"]
}

/// A place for a session that its own handler is to reach.
@MainActor
final class SessionBox {
    var session: SafeMediaStreamSession?
}
