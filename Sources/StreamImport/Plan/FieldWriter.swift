/// A writer that receives the values of an instance's fields.
///
/// Each field must belong to the model's plan, and may be added only once. Otherwise the call traps.
@safe
public struct FieldWriter: ~Copyable {
    @usableFromInline let draft: Draft
    /// The index of the only field to store; `nil` to store all fields.
    @usableFromInline let index: Int?
    /// The reader that gets the fields instead of the draft.
    @usableFromInline let reader: Unmanaged<FieldReader>?

    /// Creates a writer that copies values to a draft.
    init(_ draft: Draft, only index: Int? = nil) {
        self.draft = draft
        self.index = index
        // SAFETY: there is no reader to keep alive.
        unsafe reader = nil
    }

    /// Creates a writer that passes values to a reader, which the caller keeps alive longer than the writer.
    init(_ draft: Draft, to reader: FieldReader) {
        self.draft = draft
        index = nil
        // SAFETY: the caller keeps the reader alive.
        unsafe self.reader = .passUnretained(reader)
    }

    /// Adds the value of a required field, or of the field for extras.
    @inlinable
    public mutating func add<Value>(_ value: Value, _ field: RequiredField<Value>) {
        put(value, at: field.address)
    }

    /// Adds the value of a field that has a default.
    @inlinable
    public mutating func add<Value>(_ value: Value, _ field: OptionalField<Value>) {
        put(value, at: field.address)
    }

    /// Adds the value of an optional field.
    @inlinable
    public mutating func add<Value>(_ value: Value?, _ field: OptionalField<Value>) {
        if let value { put(value, at: field.address) } else { putNull(field.address) }
    }

    @inlinable
    func put<Value>(_ value: Value, at address: FieldAddress) {
        // SAFETY: the reader lives longer than the writer, and `withUnsafePointer` keeps the value at its address. A value
        // without a size may have no valid address there, and gets that of its field.
        if let reader = unsafe reader {
            return unsafe withUnsafePointer(to: value) { value in
                let field = unsafe UnsafeRawPointer(draft.values + address.offset)
                let value = unsafe MemoryLayout<Value>.size == 0 ? field : UnsafeRawPointer(value)
                unsafe reader._withUnsafeGuaranteedRef { unsafe $0.add(value, at: address) }
            }
        }
        guard index == nil || index == address.index else { return }
        draft.put(value, at: address)
    }

    @inlinable
    func putNull(_ address: FieldAddress) {
        // SAFETY: the reader lives longer than the writer.
        if let reader = unsafe reader {
            return unsafe reader._withUnsafeGuaranteedRef { $0.addNull(address) }
        }
        guard index == nil || index == address.index else { return }
        draft.putNull(address)
    }
}
