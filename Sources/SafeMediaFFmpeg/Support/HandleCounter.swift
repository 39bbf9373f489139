import Synchronization

/// Counts FFmpeg handles alive in this process, in debug builds only, so that tests can tell a leak.
package enum HandleCounter {
    #if DEBUG
        private static let count = Atomic<Int>(0)
    #endif

    /// Handles alive; always zero in release builds.
    package static var live: Int {
        #if DEBUG
            count.load(ordering: .relaxed)
        #else
            0
        #endif
    }

    static func opened() {
        #if DEBUG
            count.add(1, ordering: .relaxed)
        #endif
    }

    static func closed() {
        #if DEBUG
            count.subtract(1, ordering: .relaxed)
        #endif
    }
}
