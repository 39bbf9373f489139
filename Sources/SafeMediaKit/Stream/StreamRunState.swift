/// Where one attachment to a live video stands, and what each request means there.
struct StreamRunState: Sendable, Hashable {
    private enum Phase: Hashable {
        case unattached
        case attaching
        case attached
        case paused(analyzerWaits: Bool)
        case finished
    }

    /// What a request to go on asks for.
    enum Resumption: Hashable {
        case nothing
        case engine
        case engineAndAnalyzer
    }

    /// What a request to finish asks for.
    enum Finish: Hashable {
        case nothing
        case release
        case releaseAndEndAnalysis
    }

    private var phase = Phase.unattached

    var isFinished: Bool { phase == .finished }

    var isPaused: Bool {
        if case .paused = phase { true } else { false }
    }

    /// The analyzer is about to be asked to attach.
    mutating func beginAttaching() -> Bool {
        guard phase == .unattached else { return false }
        phase = .attaching
        return true
    }

    /// The analyzer has attached; false when it is no longer wanted.
    mutating func didAttach() -> Bool {
        guard phase == .attaching else { return false }
        phase = .attached
        return true
    }

    /// The analyzer could not attach and has been told to end.
    mutating func didFailToAttach() {
        if phase == .attaching { phase = .unattached }
    }

    /// A decision is about to be applied that has to be continued.
    mutating func pause(analyzerWaits: Bool) {
        if phase == .attached { phase = .paused(analyzerWaits: analyzerWaits) }
    }

    mutating func resume() -> Resumption {
        guard case .paused(let analyzerWaits) = phase else { return .nothing }
        phase = .attached
        return analyzerWaits ? .engineAndAnalyzer : .engine
    }

    mutating func finish() -> Finish {
        defer { phase = .finished }
        switch phase {
        case .finished: return .nothing
        case .unattached: return .release
        case .attaching, .attached, .paused: return .releaseAndEndAnalysis
        }
    }
}
