internal import Foundation
internal import SystemPackage

extension FileDescriptor {
    /// Writes all of the bytes, and waits if the descriptor does not accept them yet. A pipe without a reader is an
    /// error, not a signal.
    func writeAll(_ bytes: Span<UInt8>) throws(Errno) {
        var written = 0
        while written < bytes.count {
            do throws(Errno) {
                // SAFETY: the bytes are valid for the call.
                written += try unsafe bytes.extracting(written...).withUnsafeBytes { rest throws(Errno) in
                    try BrokenPipe.unsignaled(self) { () throws(Errno) in
                        try rethrowingErrno { try unsafe write(rest) }
                    }
                }
            } catch .resourceTemporarilyUnavailable {
                try waitUntilWritable()
            }
        }
    }

    /// Waits until `write` would not block. Needed for descriptors in non-blocking mode.
    private func waitUntilWritable() throws(Errno) {
        var request = pollfd(fd: rawValue, events: Int16(POLLOUT), revents: 0)
        // SAFETY: the count is that of the one request, which outlives the call.
        guard unsafe poll(&request, 1, -1) < 0 else { return }
        let error = Errno(rawValue: errno)
        if error != .interrupted { throw error }
    }
}

/// Prevents a write to a pipe without a reader from ending the process.
private enum BrokenPipe {
    #if canImport(Darwin)
        static func unsignaled(
            _ descriptor: FileDescriptor, _ write: () throws(Errno) -> Int
        ) throws(Errno) -> Int {
            // SAFETY: the descriptor is open; the call takes no pointers.
            _ = unsafe fcntl(descriptor.rawValue, F_SETNOSIGPIPE, 1)
            return try write()
        }
    #else
        /// Blocks SIGPIPE for the writing thread, which would receive it, during the write. Consumes the signal if this
        /// write raised it.
        static func unsignaled(
            _ descriptor: FileDescriptor, _ write: () throws(Errno) -> Int
        ) throws(Errno) -> Int {
            var (brokenPipe, oldMask, pending) = (sigset_t(), sigset_t(), sigset_t())
            // SAFETY: the sets outlive the calls.
            unsafe sigemptyset(&brokenPipe)
            unsafe sigaddset(&brokenPipe, SIGPIPE)
            unsafe sigpending(&pending)
            let wasPending = unsafe sigismember(&pending, SIGPIPE) == 1
            unsafe pthread_sigmask(SIG_BLOCK, &brokenPipe, &oldMask)
            defer { unsafe pthread_sigmask(SIG_SETMASK, &oldMask, nil) }
            do throws(Errno) {
                return try write()
            } catch {
                var timeout = timespec()
                if error == .brokenPipe, !wasPending { unsafe sigtimedwait(&brokenPipe, nil, &timeout) }
                throw error
            }
        }
    #endif
}
