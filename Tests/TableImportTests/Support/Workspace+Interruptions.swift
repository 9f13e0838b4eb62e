import Foundation
import JSONRecords
import Testing

@testable import TableImport

extension Workspace {
    /// Imports the lines of the dump in several runs, all of which but the last are interrupted, and checks what each reports.
    ///
    /// - Parameter stops: the numbers of the records after which the runs are interrupted.
    /// - Returns: the results of the runs.
    func runUntilFinished(
        interruptedAfter stops: [Int], _ change: (inout TableImportOptions) -> Void
    ) throws -> [TableImportResult] {
        let lines = try Data(contentsOf: dump).split(
            separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        var (results, rows, rejected): ([TableImportResult], Int, Int) = ([], 0, 0)
        for last in stops + [.max] {
            let stop = InterruptFlag()
            // An import that is interrupted while it reads a line ends after this line.
            let lineStart = last == .max ? .max : lines[..<(last - 1)].map { $0.count + 1 }.reduce(0, +)
            let result = run(stop: stop) {
                change(&$0)
                $0.readOptions.chunkBytes = 4
                $0.readOptions.progressInterval = .zero
                $0.readOptions.onProgress = { if $0.bytesRead > lineStart { stop.request() } }
            }
            #expect(result.error == nil || last < .max && result.error is Interrupted)
            #expect(result.canResume && result.recordsBefore == rows + rejected)
            #expect(result.rejectedBefore == rejected)
            rows += result.rows
            rejected += result.rejected
            results.append(result)
        }
        return results
    }
}
