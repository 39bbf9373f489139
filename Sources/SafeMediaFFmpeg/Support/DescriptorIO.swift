import CFFmpeg
import Glibc

/// Lets FFmpeg read from or write to an open descriptor, without ever waiting in a call that cannot be interrupted.
///
/// Its address is the context's opaque value: it must outlive the format context that works through it, and be closed
/// after that.
final class DescriptorIO {
    private static let bufferSize = 65536
    /// How often a waiting call looks at its interrupt.
    private static let pollMilliseconds: Int32 = 20

    private let descriptor: Int32
    /// Closed with this; nil where the descriptor is the caller's.
    private let pipe: NamedPipe?
    private let watch: ContextWatch
    /// Nil after `close()`.
    private(set) var context: UnsafeMutablePointer<AVIOContext>?
    let isSeekable: Bool
    /// The first failure of a system call; FFmpeg often makes an end of file of it.
    private(set) var failure: Int32?

    private init(_ descriptor: Int32, pipe: NamedPipe?, _ watch: ContextWatch) {
        self.descriptor = descriptor
        self.pipe = pipe
        self.watch = watch
        var status = stat()
        isSeekable =
            fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && lseek(descriptor, 0, SEEK_CUR) >= 0
    }

    deinit { close() }

    /// Works on a pipe, which is closed in the end.
    static func open(_ pipe: NamedPipe, writes: Bool, watch: ContextWatch) throws(FFmpegError) -> DescriptorIO {
        try make(DescriptorIO(pipe.descriptor, pipe: pipe, watch), writes: writes)
    }

    /// Works on a descriptor of the caller's.
    static func open(_ descriptor: Int32, writes: Bool, watch: ContextWatch) throws(FFmpegError) -> DescriptorIO {
        try make(DescriptorIO(descriptor, pipe: nil, watch), writes: writes)
    }

    private static func make(_ io: DescriptorIO, writes: Bool) throws(FFmpegError) -> DescriptorIO {
        let buffer = try require(av_malloc(bufferSize), "allocate buffer")
        let opaque = Unmanaged.passUnretained(io).toOpaque()
        let context = smf_io_alloc(
            buffer.assumingMemoryBound(to: UInt8.self), Int32(bufferSize), writes ? 1 : 0, opaque,
            writes ? nil : readDescriptor, writes ? writeDescriptor : nil,
            io.isSeekable && !writes ? seekDescriptor : nil)
        guard let context else {
            av_free(buffer)
            throw FFmpegError(code: SMF_ERROR_NO_MEMORY, operation: "allocate input or output")
        }
        io.context = context
        HandleCounter.opened()
        return io
    }

    /// Frees the context and its buffer, which FFmpeg may have replaced.
    func close() {
        guard let open = context else { return }
        av_freep(&open.pointee.buffer)
        avio_context_free(&context)
        context = nil
        HandleCounter.closed()
    }

    fileprivate func read(into buffer: UnsafeMutablePointer<UInt8>, count: Int32) -> Int32 {
        transfer(events: Int16(POLLIN)) { Glibc.read(descriptor, buffer, Int(count)) }
    }

    fileprivate func write(_ buffer: UnsafePointer<UInt8>, count: Int32) -> Int32 {
        var done: Int32 = 0
        while done < count {
            let result = transfer(events: Int16(POLLOUT)) {
                writeWithoutSignal(buffer + Int(done), Int(count - done))
            }
            guard result >= 0 else { return result }
            done += result
        }
        return done
    }

    fileprivate func seek(to offset: Int64, whence: Int32) -> Int64 {
        if whence & AVSEEK_SIZE != 0 {
            var status = stat()
            return fstat(descriptor, &status) == 0 ? Int64(status.st_size) : Int64(smf_error_from_errno(errno))
        }
        let position = lseek(descriptor, Int(offset), whence & 0xFFFF)
        return position >= 0 ? Int64(position) : Int64(smf_error_from_errno(errno))
    }

    /// Waits until the descriptor is ready, then makes one call. Nothing read is the end.
    private func transfer(events: Int16, _ call: () -> Int) -> Int32 {
        while true {
            if watch.shouldStop { return SMF_ERROR_EXIT }
            var request = pollfd(fd: descriptor, events: events, revents: 0)
            let ready = poll(&request, 1, Self.pollMilliseconds)
            if ready == 0 { continue }
            if ready < 0 {
                if errno == EINTR { continue }
                return fail(errno)
            }
            if request.revents & Int16(POLLNVAL) != 0 { return fail(EBADF) }
            let count = call()
            if count > 0 { return Int32(clamping: count) }
            if count == 0 { return events == Int16(POLLIN) ? SMF_ERROR_END : 0 }
            if errno == EINTR || errno == EAGAIN { continue }
            return fail(errno)
        }
    }

    /// A pipe is written to in pieces that fit once it is ready, so that a slow reader cannot hold the call; the signal
    /// of a broken pipe is kept from this thread for the length of the call.
    private func writeWithoutSignal(_ buffer: UnsafePointer<UInt8>, _ count: Int) -> Int {
        var pipe = sigset_t()
        var previous = sigset_t()
        sigemptyset(&pipe)
        sigaddset(&pipe, SIGPIPE)
        var pending = sigset_t()
        sigpending(&pending)
        let wasPending = sigismember(&pending, SIGPIPE) == 1
        pthread_sigmask(SIG_BLOCK, &pipe, &previous)
        let written = Glibc.write(descriptor, buffer, min(count, Int(PIPE_BUF)))
        let number = errno
        if written < 0, number == EPIPE, !wasPending {
            var instant = timespec(tv_sec: 0, tv_nsec: 0)
            while sigtimedwait(&pipe, nil, &instant) < 0, errno == EINTR {}
        }
        pthread_sigmask(SIG_SETMASK, &previous, nil)
        errno = number
        return written
    }

    private func fail(_ number: Int32) -> Int32 {
        let code = smf_error_from_errno(number)
        if failure == nil { failure = code }
        return code
    }
}

private func readDescriptor(
    _ opaque: UnsafeMutableRawPointer?, _ buffer: UnsafeMutablePointer<UInt8>?, _ count: Int32
) -> Int32 {
    guard let opaque, let buffer else { return SMF_ERROR_INVALID_ARGUMENT }
    return Unmanaged<DescriptorIO>.fromOpaque(opaque).takeUnretainedValue().read(into: buffer, count: count)
}

private func writeDescriptor(
    _ opaque: UnsafeMutableRawPointer?, _ buffer: UnsafePointer<UInt8>?, _ count: Int32
) -> Int32 {
    guard let opaque, let buffer else { return SMF_ERROR_INVALID_ARGUMENT }
    return Unmanaged<DescriptorIO>.fromOpaque(opaque).takeUnretainedValue().write(buffer, count: count)
}

private func seekDescriptor(_ opaque: UnsafeMutableRawPointer?, _ offset: Int64, _ whence: Int32) -> Int64 {
    guard let opaque else { return Int64(SMF_ERROR_INVALID_ARGUMENT) }
    return Unmanaged<DescriptorIO>.fromOpaque(opaque).takeUnretainedValue().seek(to: offset, whence: whence)
}
