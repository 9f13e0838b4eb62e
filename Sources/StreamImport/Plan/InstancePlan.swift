/// The type-erased operations of a plan on existing instances of its model.
@safe
@usableFromInline
struct InstancePlan: Sendable {
    /// Updates the instance at an address with the values of a draft.
    @usableFromInline let update:
        @Sendable (_ draft: Draft, _ instance: UnsafeMutableRawPointer) throws -> Void
    /// Adds the values of all fields of the instance at an address to a writer.
    @usableFromInline let decompose:
        @Sendable (_ instance: UnsafeRawPointer, _ values: inout FieldWriter) -> Void
    /// Returns the names of the properties by key path.
    @usableFromInline let properties: @Sendable () -> [AnyKeyPath: String]
    /// Whether the model is a class, so that all references to an instance see an update.
    @usableFromInline let isClass: Bool

    // Inlinable, so that code that knows the type does not copy the instance.
    @inlinable
    init<Model>(_ operations: ModelOperations<Model>) {
        // SAFETY: the caller passes the address of an instance of this model.
        unsafe update = { draft, instance in
            let address = unsafe instance.assumingMemoryBound(to: Model.self)
            unsafe address.pointee = try operations.update(UpdateDraft(draft), address.pointee)
        }
        unsafe decompose = { instance, values in
            unsafe operations.decompose(instance.assumingMemoryBound(to: Model.self).pointee, &values)
        }
        properties = { operations.properties() }
        isClass = Model.self is AnyObject.Type
    }
}
