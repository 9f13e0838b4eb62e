/// The values that were read from one object, by field, from which an instance is created.
///
/// Reading a field moves its value out of the draft, so each field can be read only once.
public struct ImportDraft: ~Copyable {
    @usableFromInline let draft: Draft

    @inlinable
    init(_ draft: Draft) {
        self.draft = draft
    }

    /// The value of a required field.
    ///
    /// - Precondition: the field belongs to this draft's plan and was not read before.
    @inlinable
    public subscript<Value>(field: RequiredField<Value>) -> Value {
        guard let value = draft.take(field.address, as: Value.self) else {
            // In an optimized build, `preconditionFailure` prints no message.
            fatalError("a plan has read a required field twice from one draft: read it once, into a constant")
        }
        return value
    }

    /// The value of an optional or defaulted field; `nil` if its key was missing or null, or if the field was read
    /// before.
    ///
    /// - Precondition: the field belongs to this draft's plan.
    @inlinable
    public subscript<Value>(field: OptionalField<Value>) -> Value? {
        draft.take(field.address, as: Value.self)
    }
}

/// The values that were read from one object, by field, with which an instance is updated.
///
/// Keys may be missing in an update, including those of required fields: a field without a value keeps its old value.
/// Reading a field moves its value out of the draft, so each field can be read only once.
public struct UpdateDraft: ~Copyable {
    @usableFromInline let draft: Draft

    @inlinable
    init(_ draft: Draft) {
        self.draft = draft
    }

    /// The value of an optional or defaulted field; `nil` if its key was missing or null, or if the field was read
    /// before.
    ///
    /// - Precondition: the field belongs to this draft's plan.
    @inlinable
    public subscript<Value>(field: OptionalField<Value>) -> Value? {
        draft.take(field.address, as: Value.self)
    }

    /// Returns the value of a required field after the update: the value that was read, or else the old one.
    ///
    /// - Precondition: the field belongs to this draft's plan and was not read before.
    @inlinable
    public func updated<Value>(_ old: Value, _ field: RequiredField<Value>) -> Value {
        draft.take(field.address, as: Value.self) ?? old
    }

    /// Returns the value of an optional field after the update: the value that was read, `nil` if that was null, or
    /// else the old one.
    ///
    /// - Precondition: the field belongs to this draft's plan and was not read before.
    @inlinable
    public func updated<Value>(_ old: Value?, _ field: OptionalField<Value>) -> Value? {
        if let value = draft.take(field.address, as: Value.self) { return value }
        return draft.isNull(field.address) ? nil : old
    }

    /// Returns the value of a field with a default after the update: the value that was read, the default if that was
    /// null, or else the old one.
    ///
    /// - Precondition: the field belongs to this draft's plan and was not read before.
    @inlinable
    public func updated<Value>(
        _ old: Value, _ field: OptionalField<Value>, default: @autoclosure () -> Value
    ) -> Value {
        if let value = draft.take(field.address, as: Value.self) { return value }
        return draft.isNull(field.address) ? `default`() : old
    }

    /// Throws an error if a constant property would get another value.
    ///
    /// - Throws: an error that rejects the record, if a value was read that is not equal to the old one or cannot be
    ///   compared with it.
    public func requireUnchanged<Value>(
        _ old: Value, _ field: RequiredField<Value>, property: String
    ) throws {
        try requireUnchanged(old, field.address, property)
    }

    /// Throws an error if a constant property would get another value. The property is optional, or an initializer
    /// gives it a default.
    ///
    /// - Throws: an error that rejects the record, if null was read and the old value is not `nil`, or if a value was
    ///   read that is not equal to the old one or cannot be compared with it.
    public func requireUnchanged<Value>(
        _ old: Value?, _ field: OptionalField<Value>, property: String
    ) throws {
        guard draft.isNull(field.address) else { return try requireUnchanged(old, field.address, property) }
        guard old == nil else { throw ImportError.constantProperty(property) }
    }

    private func requireUnchanged<Value>(_ old: Value?, _ address: FieldAddress, _ property: String) throws {
        guard let new = draft.value(at: address, as: Value.self) else { return }
        guard let old = old as? any Equatable, old.isEqual(to: new) else {
            throw ImportError.constantProperty(property)
        }
    }

    /// Returns whether a required field was read.
    @inlinable
    public func has<Value>(_ field: RequiredField<Value>) -> Bool { draft.hasContent(field.address) }

    /// Returns whether a field was read. Null counts as read.
    @inlinable
    public func has<Value>(_ field: OptionalField<Value>) -> Bool { draft.hasContent(field.address) }
}

extension Equatable {
    fileprivate func isEqual(to other: Any) -> Bool { other as? Self == self }
}

/// Updates of extras.
extension UpdateDraft {
    /// Returns the extras after the update: an old member stays, unless a member with the same key was read.
    ///
    /// - Precondition: the field belongs to this draft's plan and was not read before.
    public func updated(
        _ old: [String: JSONValue], merging field: RequiredField<[String: JSONValue]>
    ) -> [String: JSONValue] {
        draft.check(field.address)
        let replacesAll = draft[state: field.address.index] & DraftState.replacesExtras != 0
        guard let new = draft.take(field.address, as: [String: JSONValue].self) else { return old }
        return replacesAll ? new : old.merging(new) { $1 }
    }

    /// Throws an error if the extras of a constant property would change.
    ///
    /// - Throws: an error that rejects the record, if the old extras lack a member that was read, or have another
    ///   value for it.
    public func requireUnchanged(
        _ old: [String: JSONValue], merging field: RequiredField<[String: JSONValue]>, property: String
    ) throws {
        let new = draft.value(at: field.address, as: [String: JSONValue].self) ?? [:]
        guard new.allSatisfy({ old[$0] == $1 }) else { throw ImportError.constantProperty(property) }
    }
}

/// The values that were read from an object, before an instance is created or updated.
public struct LookupDraft: ~Copyable {
    let draft: Draft
    let plan: ObjectPlan
    /// The names of the properties by key path.
    let names: [AnyKeyPath: String]
    /// The names by key paths of a superclass, cached after the first lookup. Runs on several threads share them.
    let inheritedNames: Locked<[AnyKeyPath: String]>

    /// The value of a property; `nil` if it was not read or is null.
    ///
    /// - Parameter property: a key path of the type or of its superclass: `\Animal.name`, also for a `Dog`.
    /// - Throws: ``ImportError/Code/unknownProperty`` if the plan has no name for the key path. Plans of the macro
    ///   name all properties except one with ``Extras()``. Properties of the types `Any`, `[Any]` and `[String: Any]`
    ///   are read by name, as ``DynamicValue``, `[DynamicValue]` or `[String: DynamicValue]`.
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
                let name = property.debugDescription
                throw ImportError(
                    .unknownProperty,
                    "expected the type \(field.type) for the property \(name) of \(plan.model), found \(type)",
                    advice: "pass the property's type, not an optional of it")
            }
            return draft.value(at: address, as: Value?.self) ?? nil
        }
    }

    private func name(of property: AnyKeyPath) throws(ImportError) -> String {
        if let name = names[property] ?? inheritedNames.withLock({ $0[property] }) { return name }
        guard let name = superclass(of: property)?.importPlan.object?.instances?.properties()[property] else {
            throw .propertyNotFound("\(property)", model: plan.model)
        }
        inheritedNames.withLock { $0[property] = name }
        return name
    }

    /// Returns the superclass of the model that is the root type of a key path. It is also the root type of the key
    /// paths in the plan of the superclass.
    private func superclass(of property: AnyKeyPath) -> (any Importable.Type)? {
        func isModel<Root>(_ root: Root.Type) -> Bool { plan.model is Root.Type }
        guard let root = type(of: property).rootType as? any Importable.Type, isModel(root) else {
            return nil
        }
        return root
    }
}

extension ImportError {
    fileprivate static func propertyNotFound(_ property: String, model: Any.Type) -> ImportError {
        ImportError(
            .unknownProperty, "unknown property \(property) of \(model)",
            advice: "use a name or a key path of a property in the type's plan")
    }
}
