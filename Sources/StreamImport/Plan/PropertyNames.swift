/// The names of a model's properties by their key paths, which are looked up once for a run.
final class PropertyNames {
    private let plan: ObjectPlan
    private var known: [AnyKeyPath: String] = [:]

    init(_ plan: ObjectPlan) {
        self.plan = plan
    }

    subscript(property: AnyKeyPath) -> String? {
        if let name = known[property] { return name }
        let name =
            plan.instances?.properties()[property]
            ?? superclass(of: property)?.importPlan.object?.instances?.properties()[property]
        known[property] = name
        return name
    }

    /// The superclass of the model that a key path begins with, which knows its properties by its own name.
    private func superclass(of property: AnyKeyPath) -> (any Importable.Type)? {
        func isModel<Root>(_ root: Root.Type) -> Bool { plan.model is Root.Type }
        guard let root = type(of: property).rootType as? any Importable.Type, isModel(root) else {
            return nil
        }
        return root
    }
}
