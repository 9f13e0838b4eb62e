import FuzzSupport
import ModelInvariants

/// A fuzzer that searches for an input whose objects depend on how it is cut into chunks.
@main
enum FuzzModels {
    static func main() {
        FuzzTarget.run { modelDifference(of: $0) }
    }
}
