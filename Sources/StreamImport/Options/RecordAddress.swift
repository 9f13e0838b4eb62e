/// The address of a record that is ready to be moved out.
@safe
@usableFromInline
struct RecordAddress {
    @usableFromInline let address: UnsafeMutableRawPointer

    /// Moves the record out. The caller must do this exactly once.
    // Inlinable, so that code that knows the type moves the record: unspecialized code would copy it.
    @inlinable
    func take<Model>(as type: Model.Type) -> Model {
        // SAFETY: the binder delivers each record once, and the run was created for this type.
        unsafe address.assumingMemoryBound(to: Model.self).move()
    }
}

/// A function that a run calls with each of its records.
@usableFromInline
typealias RecordHandler = (RecordAddress) throws -> Void
