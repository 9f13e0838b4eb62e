internal import Foundation
internal import SystemPackage

extension FileDescriptor {
    /// Writes all of the bytes, and waits until the reader takes them. A pipe without a reader is an error, not a
    /// signal.
    func writeAll(_ bytes: UnsafeRawBufferPointer) throws(Errno) {
        var rest = unsafe bytes
        while unsafe !rest.isEmpty {
            do throws(Errno) {
                let count = try BrokenPipe.unsignaled(self) { () throws(Errno) in
                    // SAFETY: the caller keeps the bytes valid for the call.
                    try rethrowingErrno { unsafe try write(rest) }
                }
                unsafe rest = UnsafeRawBufferPointer(rebasing: rest[count...])
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
        /// Blocks SIGPIPE, which is sent to the thread that writes, during the write. Consumes the signal if this write
        /// raised it.
        static func unsignaled(
            _ descriptor: FileDescriptor, _ write: () throws(Errno) -> Int
        ) throws(Errno) -> Int {
            var (signals, old, waiting) = (sigset_t(), sigset_t(), sigset_t())
            // SAFETY: the sets outlive the calls.
            unsafe sigemptyset(&signals)
            unsafe sigaddset(&signals, SIGPIPE)
            unsafe sigpending(&waiting)
            let wasWaiting = unsafe sigismember(&waiting, SIGPIPE) == 1
            unsafe pthread_sigmask(SIG_BLOCK, &signals, &old)
            defer { unsafe pthread_sigmask(SIG_SETMASK, &old, nil) }
            do throws(Errno) {
                return try write()
            } catch {
                var now = timespec()
                if error == .brokenPipe, !wasWaiting { unsafe sigtimedwait(&signals, nil, &now) }
                throw error
            }
        }
    #endif
}
