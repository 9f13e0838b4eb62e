import Foundation

/// The peak resident memory of this process, in bytes.
///
/// On Linux, the current file-backed pages are subtracted: how much of the program is in memory depends on the code that has
/// run, and on the free memory of the system. The kernel records no peak of these pages.
enum PeakMemory {
    static func current() throws -> Int {
        #if os(Linux)
            // `getrusage` is not used: it includes the memory that the parent process had before `exec`.
            let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
            return try (kibibytes("VmHWM:", in: status) - kibibytes("RssFile:", in: status)) * 1024
        #else
            var usage = rusage()
            // SAFETY: the structure outlives the call.
            guard unsafe getrusage(RUSAGE_SELF, &usage) == 0 else { throw CocoaError(.featureUnsupported) }
            return usage.ru_maxrss
        #endif
    }

    #if os(Linux)
        private static func kibibytes(_ name: String, in status: String) throws -> Int {
            let line = status.split(separator: "\n").first { $0.hasPrefix(name) }
            let fields = line?.split(separator: "\t").last?.split(separator: " ")
            guard let size = fields?.first.flatMap({ Int($0) }) else {
                throw CocoaError(.fileReadCorruptFile)
            }
            return size
        }
    #endif
}
