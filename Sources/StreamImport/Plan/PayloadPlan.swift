/// The rules by which the values of one case are made: the type that is read, and its conversion to an instance of the
/// enum.
@safe
@usableFromInline
final class PayloadPlan: Sendable {
    @usableFromInline typealias Wrap =
        @Sendable (_ payload: UnsafeMutableRawPointer, _ destination: UnsafeMutableRawPointer) -> Void
    @usableFromInline typealias Unwrap =
        @Sendable (
            _ instance: UnsafeRawPointer, _ body: (_ payload: UnsafeRawPointer) throws -> Void
        ) throws -> Bool

    /// The type of the payload; the enum itself if ``object`` makes its instances.
    let type: any Importable.Type
    /// The fields of the case, if its instances are made from them directly.
    let object: ObjectPlan?
    /// Moves a payload into a new instance of the enum, at memory with room for it. Unless ``object`` makes the instances, that
    /// may be the memory of the payload.
    let wrap: Wrap
    /// Passes the payload of an instance to a function. Returns `false` for an instance of another case.
    let unwrap: Unwrap

    @usableFromInline
    init(
        type: any Importable.Type, object: ObjectPlan?, wrap: @escaping Wrap, unwrap: @escaping Unwrap
    ) {
        self.type = type
        self.object = object
        // SAFETY: the closures are only stored; the initializers that pass them state what their callers guarantee.
        unsafe self.wrap = wrap
        unsafe self.unwrap = unwrap
    }

    /// Creates the rules of a case with one payload.
    // Inlinable, so that the closures are specialized for the types in the module that declares the enum.
    @inlinable
    convenience init<Model, Payload: Importable>(
        _ payload: Payload.Type, wrap: @escaping @Sendable (consuming Payload) -> Model,
        unwrap: @escaping @Sendable (borrowing Model) -> Payload?
    ) {
        // SAFETY: the binder and the exporter pass addresses of values of these types, and a destination with room for
        // a `Model`.
        unsafe self.init(
            type: payload, object: nil,
            wrap: { address, destination in
                let payload = unsafe address.assumingMemoryBound(to: Payload.self).move()
                unsafe destination.initializeMemory(as: Model.self, to: wrap(payload))
            },
            unwrap: { instance, body in
                guard let payload = unsafe unwrap(instance.assumingMemoryBound(to: Model.self).pointee) else {
                    return false
                }
                try unsafe withUnsafePointer(to: payload) { try unsafe body(UnsafeRawPointer($0)) }
                return true
            })
    }

    /// Creates the rules of a case whose instances are made from fields.
    convenience init<Model: Importable>(_ object: ObjectPlan, of model: Model.Type) {
        // SAFETY: as above, with instances of the enum as payloads.
        unsafe self.init(
            type: model, object: object,
            wrap: { unsafe Model.relocate($0, count: 1, to: $1) },
            unwrap: { instance, body in
                try unsafe body(instance)
                return true
            })
    }
}
