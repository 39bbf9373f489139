import CFFmpeg

/// Owns one frame of FFmpeg. Who may write is decided by what wraps it.
// Only one wrapper holds it at a time; a shared one never writes.
final class FrameStorage: @unchecked Sendable {
    let frame: UnsafeMutablePointer<AVFrame>

    private init(_ frame: UnsafeMutablePointer<AVFrame>) {
        self.frame = frame
        HandleCounter.opened()
    }

    deinit {
        var frame: UnsafeMutablePointer<AVFrame>? = frame
        av_frame_free(&frame)
        HandleCounter.closed()
    }

    /// A blank frame.
    static func make() throws(FFmpegError) -> FrameStorage {
        FrameStorage(try require(av_frame_alloc(), "allocate frame"))
    }

    /// What a working frame holds; that is blank afterwards.
    static func take(from working: UnsafeMutablePointer<AVFrame>) throws(FFmpegError) -> FrameStorage {
        let storage = try make()
        av_frame_move_ref(storage.frame, working)
        return storage
    }

    /// Plane `index`, whatever C calls its array.
    func data(_ index: Int) -> UnsafeMutablePointer<UInt8>? {
        withUnsafeBytes(of: &frame.pointee.data) { $0.bindMemory(to: UnsafeMutablePointer<UInt8>?.self)[index] }
    }

    /// Bytes from line to line of plane `index`.
    func stride(_ index: Int) -> Int {
        withUnsafeBytes(of: &frame.pointee.linesize) { Int($0.bindMemory(to: Int32.self)[index]) }
    }
}
