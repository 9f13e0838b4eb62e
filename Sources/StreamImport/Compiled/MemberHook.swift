/// A hook that decides about the members of one slot before their values are stored.
final class MemberHook {
    /// The name of the property that the slot belongs to, if any.
    let property: String?
    private let intercept: ((ImportedMember) throws -> MemberDecision)?
    private let transform: ((Any) throws -> Any)?

    init(
        property: String?, intercept: ((ImportedMember) throws -> MemberDecision)?,
        transform: ((Any) throws -> Any)?
    ) {
        self.property = property
        self.intercept = intercept
        self.transform = transform
    }

    func decide(_ key: String, _ value: Any) throws -> MemberDecision {
        let member = ImportedMember(key: key, property: property, value: value)
        let decision = try intercept?(member) ?? .keep
        guard let transform else { return decision }
        return switch decision {
        case .keep: .replace(try transform(value))
        case .replace(let newValue): .replace(try transform(newValue))
        case .skip, .set: decision
        }
    }
}
