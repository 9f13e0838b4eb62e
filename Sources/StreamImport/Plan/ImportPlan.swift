/// How objects of the input become instances of one type: its fields, and what to make of their values.
///
/// A plan is immutable; each run of an import compiles it anew for its options.
@safe
public final class ImportPlan: Sendable {
    /// Makes an instance from the values at the first place, and puts it at the second.
    @usableFromInline
    typealias Maker =
        @Sendable (_ draft: DraftMemory, _ destination: UnsafeMutableRawPointer) throws -> Void

    let fields: [FieldDescription]
    let layout: DraftLayout
    let make: Maker
    /// The type of the instances.
    let model: Any.Type

    /// Describes how `Model` is imported.
    ///
    /// - Parameters:
    ///   - model: the type of the instances.
    ///   - describe: declares each field with `fields`, and returns the closure that makes an instance of what
    ///     was read. That closure is called once for each object that has all its required fields; whatever
    ///     it throws rejects the record, with the thrown error as the cause.
    @inlinable
    public convenience init<Model>(
        _ model: Model.Type,
        _ describe: (inout ImportFields<Model>) -> @Sendable (borrowing ImportDraft<Model>) throws -> Model
    ) {
        var fields = ImportFields<Model>()
        let make = describe(&fields)
        unsafe self.init(model: model, fields: fields.descriptions, layout: fields.layout) {
            memory, destination in
            // SAFETY: the binder hands memory for a `Model`.
            unsafe destination.initializeMemory(as: Model.self, to: try make(ImportDraft(memory)))
        }
    }

    @usableFromInline
    init(model: Any.Type, fields: [FieldDescription], layout: DraftLayout, make: @escaping Maker) {
        self.model = model
        self.fields = fields
        self.layout = layout
        unsafe self.make = make
    }
}

/// What a plan knows of one field.
@usableFromInline
struct FieldDescription: Sendable {
    /// The key in the input.
    @usableFromInline let name: String
    /// The type of the value, without the optional around it.
    @usableFromInline let type: any ImportableValue.Type
    /// Where the value goes in the memory of a draft.
    @usableFromInline let offset: Int
    @usableFromInline let isRequired: Bool
    /// How dates in it are written, if not as the options say.
    @usableFromInline let dates: DateStrategy?

    @usableFromInline
    init(name: String, type: any ImportableValue.Type, offset: Int, isRequired: Bool, dates: DateStrategy?) {
        self.name = name
        self.type = type
        self.offset = offset
        self.isRequired = isRequired
        self.dates = dates
    }
}
