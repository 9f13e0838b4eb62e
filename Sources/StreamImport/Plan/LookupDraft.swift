/// The values that were read from an object, before an instance is created or updated.
public struct LookupDraft: ~Copyable {
    let draft: Draft
    let plan: ObjectPlan
    let names: PropertyNames

    /// The value of a property; `nil` if it was not read or is null.
    ///
    /// - Parameter property: a key path of the type or of its superclass: `\Animal.name`, also for a `Dog`.
    /// - Throws: ``ImportError/Code/unknownProperty`` if the plan has no name for the key path. Plans of the macro
    ///   name all properties except one with ``Extras()``. Properties of the types `Any`, `[Any]` and `[String: Any]`
    ///   are read by name, as a ``DynamicValue``, ``DynamicArray`` or ``DynamicObject``.
    public subscript<Model, Value>(property: KeyPath<Model, Value>) -> Value? {
        get throws(ImportError) { try self[name(of: property), as: Value.self] }
    }

    /// The value of an optional property; `nil` if it was not read or is null.
    ///
    /// - Throws: the same errors as for other properties.
    public subscript<Model, Value>(property: KeyPath<Model, Value?>) -> Value? {
        get throws(ImportError) { try self[name(of: property), as: Value.self] }
    }

    /// The value of a property; `nil` if it was not read or is null.
    ///
    /// - Parameters:
    ///   - property: the name of the property.
    ///   - type: the type of the property, without an optional.
    /// - Throws: ``ImportError/Code/unknownProperty`` if the plan has no such property, or if the property has another
    ///   type.
    public subscript<Value>(property: String, as type: Value.Type) -> Value? {
        get throws(ImportError) {
            guard let index = plan.fields.firstIndex(where: { $0.name == property }) else {
                throw .propertyNotFound("\(property.debugDescription)", model: plan.model)
            }
            let field = plan.fields[index]
            let address = FieldAddress(offset: field.offset, index: index, planID: plan.layout.planID)
            if field.type == type { return draft.value(at: address, as: Value.self) }
            // The value itself may be an optional if the field has a default.
            guard field.type == Value?.self else {
                throw .propertyType(property, field.type, isNot: type, model: plan.model)
            }
            return draft.value(at: address, as: Value?.self) ?? nil
        }
    }

    private func name(of property: AnyKeyPath) throws(ImportError) -> String {
        guard let name = names[property] else { throw .propertyNotFound("\(property)", model: plan.model) }
        return name
    }
}

extension ImportError {
    fileprivate static func propertyNotFound(_ property: String, model: Any.Type) -> ImportError {
        ImportError(
            .unknownProperty, "unknown property \(property) of \(model)",
            advice: "use a name or a key path of a property in the type's plan")
    }

    fileprivate static func propertyType(
        _ property: String, _ type: Any.Type, isNot other: Any.Type, model: Any.Type
    ) -> ImportError {
        ImportError(
            .unknownProperty,
            "expected the type \(type) for the property \(property.debugDescription) of \(model), found \(other)",
            advice: "pass the property's type, not an optional of it")
    }
}
