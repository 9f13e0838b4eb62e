/// What a contender has to show for its run.
public enum Outcome: Sendable {
    /// The sum over the records that it bound.
    case bound(Checksum)

    /// The number of keys it saw, for one that binds nothing.
    case counted(keys: Int)

    func agrees(with reference: Reference) -> Bool {
        switch self {
        case .bound(let checksum): checksum.agrees(with: reference.checksum)
        case .counted(let keys): keys == reference.keys
        }
    }
}

/// A contender that got a different result from the reference is not timed.
struct Disagreement: Error, CustomStringConvertible {
    let contender: String
    let outcome: Outcome
    let reference: Reference

    var description: String {
        "\(contender) found \(outcome), the reference is \(reference)"
    }
}
