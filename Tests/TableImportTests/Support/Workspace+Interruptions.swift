import JSONRecords
import Testing

@testable import TableImport

extension Workspace {
    /// Imports the dump in several runs, each of which is interrupted, and checks what each reports.
    ///
    /// - Parameter step: the number of records after which a run is interrupted. The last run is not.
    func runUntilFinished(
        interruptedAfter step: Int, _ change: (inout TableImportOptions) -> Void
    ) {
        var (runs, rows, rejected) = (0, 0, 0)
        var isFinished = false
        while !isFinished && runs < 500 {
            let stop = InterruptFlag()
            let reached = rows + rejected + step
            let result = run(stop: stop) {
                change(&$0)
                $0.readOptions.onProgress = { if $0.recordCount >= reached { stop.request() } }
            }
            #expect(result.error == nil || result.error is Interrupted)
            #expect(result.canResume && result.recordsBefore == rows + rejected)
            #expect(result.rejectedBefore == rejected)
            rows += result.rows
            rejected += result.rejected
            runs += 1
            isFinished = result.error == nil
        }
        #expect(isFinished && (runs > 1 || step > 300))
    }
}
