import Foundation

enum PeakMemory {
    /// The most memory this process has had at any time, in bytes.
    static var bytes: Int {
        var usage = rusage()
        #if canImport(Glibc)
            let (process, unit) = (__rusage_who_t(RUSAGE_SELF.rawValue), 1024)
        #else
            let (process, unit) = (RUSAGE_SELF, 1)
        #endif
        // SAFETY: the system writes a `rusage`.
        unsafe getrusage(process, &usage)
        return Int(usage.ru_maxrss) * unit
    }
}
