/// What was read of an object, before an instance is made or updated.
public struct ImportedValues: ~Copyable {
    let memory: DraftMemory
    let plan: ObjectPlan
    let names: PropertyNames

    /// The value of a property; `nil` if it was not read, or is null.
    ///
    /// - Parameter property: a key path of the type or of its superclass: `\Animal.name`, also for a `Dog`.
    /// - Precondition: the plan says which property has this key path, as those of the macro do but for one with
    ///   ``Extras()``. The values of `Any` and its kind are asked for by name, as a ``DynamicValue``.
    public subscript<Model, Value>(property: KeyPath<Model, Value>) -> Value? {
        self[name(of: property), as: Value.self]
    }

    /// The value of an optional property; `nil` if it was not read, or is null.
    public subscript<Model, Value>(property: KeyPath<Model, Value?>) -> Value? {
        self[name(of: property), as: Value.self]
    }

    /// The value of a property; `nil` if it was not read, or is null.
    ///
    /// - Parameters:
    ///   - property: its name.
    ///   - type: its type, without an optional.
    /// - Precondition: there is such a property.
    public subscript<Value>(property: String, as type: Value.Type) -> Value? {
        guard let index = plan.fields.firstIndex(where: { $0.name == property }) else {
            preconditionFailure("\(plan.model) has no property \(property)")
        }
        let field = plan.fields[index]
        let place = FieldPlace(offset: field.offset, index: index, plan: plan.layout.plan)
        if field.type == type { return memory.value(at: place, as: Value.self) }
        // A default may make an optional the value itself.
        precondition(field.type == Value?.self, "\(plan.model).\(property) is no \(type)")
        return memory.value(at: place, as: Value?.self) ?? nil
    }

    private func name(of property: AnyKeyPath) -> String {
        guard let name = names[property] else {
            preconditionFailure("\(plan.model) does not say which property \(property) is")
        }
        return name
    }
}
