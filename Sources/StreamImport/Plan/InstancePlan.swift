/// What a plan does with instances of its model once there are some.
@safe
@usableFromInline
struct InstancePlan: Sendable {
    /// Replaces the instance at a address by what becomes of it with the values of a draft.
    let update: @Sendable (_ draft: Draft, _ instance: UnsafeMutableRawPointer) throws -> Void
    /// Adds the values of the instance at a address.
    let decompose: @Sendable (_ instance: UnsafeRawPointer, _ values: inout FieldWriter) -> Void
    /// The names of the properties.
    let properties: @Sendable () -> [AnyKeyPath: String]
    /// Whether instances are shared, so that all their holders see an update.
    let isClass: Bool

    @usableFromInline
    init<Model>(_ operations: ModelOperations<Model>) {
        // SAFETY: the caller hands the address of an instance of this model.
        unsafe update = { memory, instance in
            let address = unsafe instance.assumingMemoryBound(to: Model.self)
            unsafe address.pointee = try operations.update(UpdateDraft(memory), address.pointee)
        }
        unsafe decompose = { instance, values in
            unsafe operations.decompose(instance.assumingMemoryBound(to: Model.self).pointee, &values)
        }
        properties = { operations.properties() }
        isClass = Model.self is AnyObject.Type
    }
}
