import Foundation

/// The largest amount of memory that this process has had at one time, in bytes.
enum PeakMemory {
    static func current() throws -> Int {
        #if os(Linux)
            // Not `getrusage`: it counts what the process that started this one had before `exec`.
            let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
            for line in status.split(separator: "\n") where line.hasPrefix("VmHWM:") {
                let fields = line.split(separator: "\t").last?.split(separator: " ")
                if let kibibytes = fields?.first.flatMap({ Int($0) }) { return kibibytes * 1024 }
            }
            throw CocoaError(.fileReadCorruptFile)
        #else
            var usage = rusage()
            // SAFETY: the structure outlives the call.
            guard unsafe getrusage(RUSAGE_SELF, &usage) == 0 else { throw CocoaError(.featureUnsupported) }
            return usage.ru_maxrss
        #endif
    }
}
