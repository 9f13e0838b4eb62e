/// The names of a model's properties by key path. Runs on several threads share them.
final class PropertyNames {
    private let model: Any.Type
    /// The names by key paths of the model itself.
    private let own: [AnyKeyPath: String]
    /// The names by key paths of a superclass, cached after the first lookup.
    private let inherited = Locked<[AnyKeyPath: String]>([:])

    init(_ plan: ObjectPlan) {
        model = plan.model
        own = plan.instances?.properties() ?? [:]
    }

    subscript(property: AnyKeyPath) -> String? {
        if let name = own[property] ?? inherited.withLock({ $0[property] }) { return name }
        guard let name = superclass(of: property)?.importPlan.object?.instances?.properties()[property] else {
            return nil
        }
        inherited.withLock { $0[property] = name }
        return name
    }

    /// Returns the superclass of the model that is the root type of a key path. It is also the root type of the key
    /// paths in the plan of the superclass.
    private func superclass(of property: AnyKeyPath) -> (any Importable.Type)? {
        func isModel<Root>(_ root: Root.Type) -> Bool { model is Root.Type }
        guard let root = type(of: property).rootType as? any Importable.Type, isModel(root) else {
            return nil
        }
        return root
    }
}
