import FuzzSupport
import RecordInvariants

/// A fuzzer that searches for an input whose records depend on how it is cut into chunks.
@main
enum FuzzRecords {
    static func main() {
        FuzzTarget.run { recordDifference(of: $0) }
    }
}
