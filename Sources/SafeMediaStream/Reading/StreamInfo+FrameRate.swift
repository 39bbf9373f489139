import SafeMediaFFmpeg
import SafeMediaFrames

extension StreamInfo {
    /// The declared frame rate, or zero over one where what is declared is no rate of pictures.
    var plausibleFrameRate: Rational {
        for rate in [averageFrameRate, realFrameRate] {
            if let value = rate.value, value >= 0.01, value <= 1000 { return rate }
        }
        return Rational(0, 1)
    }
}
