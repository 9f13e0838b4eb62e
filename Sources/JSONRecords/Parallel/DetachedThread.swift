internal import Foundation
internal import SystemPackage

/// A thread that runs a closure and ends.
package final class DetachedThread: Sendable {
    /// The size of the stack, in bytes: that of a main thread. A deeply nested value of a rejected record is deinitialized
    /// recursively. Tests set a size that exceeds the address space, with which no thread starts.
    @TaskLocal package static var stackBytes = 8 << 20

    private let body: @Sendable () -> Void

    private init(_ body: @escaping @Sendable () -> Void) {
        self.body = body
    }

    /// Starts a thread.
    ///
    /// - Throws: ``ImportError/Code/cannotStartThread`` if the system cannot start one.
    package static func start(_ body: @escaping @Sendable () -> Void) throws(ImportError) {
        // SAFETY: the attributes and the identifier outlive the calls. A thread that starts releases the instance; if none
        // does, this function releases it.
        var attributes = pthread_attr_t()
        unsafe pthread_attr_init(&attributes)
        defer { unsafe pthread_attr_destroy(&attributes) }
        unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        unsafe pthread_attr_setstacksize(&attributes, stackBytes)
        #if canImport(Darwin)
            var identifier: pthread_t?
        #else
            var identifier = pthread_t()
        #endif
        let thread = unsafe Unmanaged.passRetained(DetachedThread(body))
        let status = unsafe pthread_create(
            &identifier, &attributes,
            {
                // The type of the argument is optional on Linux only.
                let argument: UnsafeMutableRawPointer? = unsafe $0
                unsafe Unmanaged<DetachedThread>.fromOpaque(argument!).takeRetainedValue().body()
                return nil
            }, thread.toOpaque())
        guard status == 0 else {
            unsafe thread.release()
            let error = Errno(rawValue: status)
            throw ImportError(
                .cannotStartThread, "cannot start a thread: \(error)",
                advice:
                    "end other programs, or raise the limits of processes and memory (ulimit -u, ulimit -v, or those of the container)",
                cause: error)
        }
    }
}
