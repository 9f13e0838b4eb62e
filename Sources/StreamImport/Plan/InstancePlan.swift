/// What a plan does with instances of its model once there are some.
@safe
@usableFromInline
struct InstancePlan: Sendable {
    /// Replaces the instance at a place by what becomes of it with the values of a draft.
    let update: @Sendable (_ draft: Draft, _ instance: UnsafeMutableRawPointer) throws -> Void
    /// Adds the values of the instance at a place.
    let copy: @Sendable (_ instance: UnsafeRawPointer, _ values: inout ModelValues) -> Void
    /// The names of the properties.
    let properties: @Sendable () -> [AnyKeyPath: String]
    /// Whether instances are shared, so that all their holders see an update.
    let areObjects: Bool

    @usableFromInline
    init<Model>(_ operations: ModelOperations<Model>) {
        // SAFETY: the caller hands the place of an instance of this model.
        unsafe update = { memory, instance in
            let place = unsafe instance.assumingMemoryBound(to: Model.self)
            unsafe place.pointee = try operations.update(UpdateDraft(memory), place.pointee)
        }
        unsafe copy = { instance, values in
            unsafe operations.copy(instance.assumingMemoryBound(to: Model.self).pointee, &values)
        }
        properties = { operations.properties() }
        areObjects = Model.self is AnyObject.Type
    }
}
