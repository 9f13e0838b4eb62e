/// The names of a model's properties by their key paths, which are looked up once for a run.
final class PropertyNames {
    private let plan: ObjectPlan
    private var known: [AnyKeyPath: String] = [:]

    init(_ plan: ObjectPlan) {
        self.plan = plan
    }

    subscript(property: AnyKeyPath) -> String? {
        if let name = known[property] { return name }
        // A superclass knows its properties by its own name.
        let root = type(of: property).rootType as? any Importable.Type
        let name =
            plan.instances?.properties()[property]
            ?? root?.importPlan.object?.instances?.properties()[property]
        known[property] = name
        return name
    }
}
