/// The names of a model's properties by their key paths, which runs on several threads share.
final class PropertyNames {
    private let own: [AnyKeyPath: String]
    /// Those that are asked for by key paths of a superclass, as they have been looked up.
    private let inherited = Locked<[AnyKeyPath: String]>([:])

    init(_ plan: ObjectPlan) {
        own = plan.instances?.properties() ?? [:]
    }

    subscript(property: AnyKeyPath) -> String? {
        if let name = own[property] ?? inherited.withLock({ $0[property] }) { return name }
        // A superclass knows its properties by its own name.
        let root = type(of: property).rootType as? any Importable.Type
        guard let name = root?.importPlan.object?.instances?.properties()[property] else { return nil }
        inherited.withLock { $0[property] = name }
        return name
    }
}
