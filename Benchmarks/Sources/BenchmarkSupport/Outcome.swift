/// The result of a contender's run.
public enum Outcome: Sendable {
    /// The checksum of the records that the contender bound.
    case bound(Checksum)

    /// The number of keys, for a contender that binds nothing.
    case counted(keys: Int)

    package func agrees(with reference: Reference) -> Bool {
        switch self {
        case .bound(let checksum): checksum.agrees(with: reference.checksum)
        case .counted(let keys): keys == reference.keys
        }
    }
}

extension Outcome: CustomStringConvertible {
    /// The sums by name, such as `keys=15`.
    public var description: String {
        switch self {
        case .bound(let checksum): checksum.description
        case .counted(let keys): "keys=\(keys)"
        }
    }
}
