package import SafeMediaFrames

/// Times for people.
package enum ClockText {
    /// `1:02:03.4`, or `2:03.4` below an hour.
    package static func time(_ time: StreamTime) -> String {
        let tenths = time.nanoseconds.magnitude / 100_000_000
        return (time.nanoseconds < 0 ? "-" : "") + clock(tenths / 10) + ".\(tenths % 10)"
    }

    /// `1:02:03`, or `2:03` below an hour.
    package static func seconds(_ seconds: Double) -> String? {
        guard seconds.isFinite, seconds >= 0, seconds < 360_000 else { return nil }
        return clock(UInt64(seconds.rounded(.up)))
    }

    private static func clock(_ seconds: UInt64) -> String {
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
        let rest = two(seconds % 60)
        return hours > 0 ? "\(hours):\(two(minutes)):\(rest)" : "\(minutes):\(rest)"
    }

    private static func two(_ number: UInt64) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
