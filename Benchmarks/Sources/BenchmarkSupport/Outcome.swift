/// The result of a contender's run.
public enum Outcome: Sendable {
    /// The checksum of the records that the contender bound.
    case bound(Checksum)

    /// The number of keys, for a contender that binds nothing.
    case counted(keys: Int)

    func agrees(with reference: Reference) -> Bool {
        switch self {
        case .bound(let checksum): checksum.agrees(with: reference.checksum)
        case .counted(let keys): keys == reference.keys
        }
    }
}

/// The error of a contender whose result differs from the reference. The contender is not timed.
struct Disagreement: Error, CustomStringConvertible {
    let contender: String
    let outcome: Outcome
    let reference: Reference

    var description: String {
        "\(contender) found \(outcome), the reference is \(reference)"
    }
}
