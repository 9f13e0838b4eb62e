/// The place a record is in when it is handed over.
@safe
@usableFromInline
struct RecordAddress {
    @usableFromInline let memory: UnsafeMutableRawPointer

    /// Moves the record out, which can be done once, and has to be.
    // Inlinable so that code which knows the type moves it: unspecialised code would copy it on the way.
    @inlinable
    func take<Model>(as type: Model.Type) -> Model {
        // SAFETY: the binder hands over each record once, and the run was made for this type.
        unsafe memory.assumingMemoryBound(to: Model.self).move()
    }
}

/// What a run does with each of its records.
@usableFromInline
typealias RecordHandler = (RecordAddress) throws -> Void
