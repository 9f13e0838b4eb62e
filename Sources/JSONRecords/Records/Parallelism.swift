private import Foundation

/// The number of threads that parse the records of an import.
public enum Parallelism: Sendable, Equatable {
    /// The thread that asks for the records parses them.
    case none
    /// This many threads parse, with the thread that asks for the records: from 1 to 1,024. Any other number fails with
    /// `ImportError.Code.invalidOption`.
    case cores(Int)
    /// As many threads parse as the process has cores, but at most 16. Only one thread at a time reads, decompresses and
    /// divides the text, so more threads would wait.
    case automatic

    /// The number of threads.
    package var workerCount: Int {
        switch self {
        case .none: 1
        case .cores(let count): count
        case .automatic: min(ProcessInfo.processInfo.activeProcessorCount, 16)
        }
    }
}
