/// How values of the input become values of one type: which values of JSON it is made from, and for a model its
/// fields and what to make of them.
///
/// A type may be made from several: ``JSONValue`` is made from all of them. A plan is immutable; each run of an
/// import compiles it anew for its options.
public struct ImportPlan: Sendable {
    /// The type whose plan this is. One type's plan says nothing of another's memory.
    var type: any Importable.Type
    /// Set if the type is made from strings, numbers or bools.
    var scalar: (any Importable.Type)?
    /// Set if the type is made from an object whose keys are fields.
    var object: ObjectPlan?
    /// Set if the type is made from an array.
    var array: (any ArrayCollector.Type)?
    /// Set if the type is made from an object whose keys are data.
    var dictionary: (any DictionaryCollector.Type)?
    /// Set if the type is an optional: the type inside.
    var wrapped: (any Importable.Type)?
    /// Set if null is a value like any other.
    var null: NullMaker?
}

extension ImportPlan {
    /// Describes how `Model` is made from an object.
    ///
    /// - Parameters:
    ///   - model: the type of the instances.
    ///   - describe: declares each field with `fields`, and returns the closure that makes an instance of what
    ///     was read. That closure is called once for each object that has all its required fields; whatever
    ///     it throws rejects the record, with the thrown error as the cause.
    @inlinable
    public init<Model: Importable>(
        _ model: Model.Type,
        _ describe: (inout ImportFields) -> @Sendable (borrowing ImportDraft) throws -> Model
    ) {
        self.init(type: model, object: ObjectPlan(model, describe))
    }

    /// Describes how instances of `Model` are made from objects, updated by them, and turned into objects again.
    ///
    /// - Parameters:
    ///   - model: the type of the instances.
    ///   - describe: declares each field with `fields`, and returns what is done with instances.
    @inlinable
    public init<Model: Importable>(
        _ model: Model.Type, _ describe: (inout ImportFields) -> ModelOperations<Model>
    ) {
        self.init(type: model, object: ObjectPlan(model, describe))
    }

    @usableFromInline
    init(type: any Importable.Type, object: ObjectPlan) {
        self.init(type: type, scalar: nil, object: object)
    }

    /// Whether values of the type are arrays or objects, or may be.
    package var isCompound: Bool { object != nil || array != nil || dictionary != nil }

    /// What is asked for, in the words of a message.
    var expected: String {
        if null != nil { return "a value" }
        if object != nil || dictionary != nil { return "an object" }
        if array != nil { return "an array" }
        return scalar.map { "a value for \($0)" } ?? "a value"
    }
}
