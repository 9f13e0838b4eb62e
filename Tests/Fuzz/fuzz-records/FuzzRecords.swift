import FuzzSupport
import RecordInvariants

/// A fuzzer that searches for an input whose records depend on the sizes of the chunks.
@main
enum FuzzRecords {
    static func main() {
        FuzzTarget.run { recordDifference(of: $0) }
    }
}
