import FuzzSupport
import ModelInvariants

/// A fuzzer that searches for an input whose objects depend on the sizes of the chunks.
@main
enum FuzzModels {
    static func main() {
        FuzzTarget.run { modelDifference(of: $0) }
    }
}
