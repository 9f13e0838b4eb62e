/// How objects of the input become instances of a model.
@safe
@usableFromInline
final class ObjectPlan: Sendable {
    /// Makes an instance from the values at the first place, and puts it at the second.
    @usableFromInline
    typealias Maker =
        @Sendable (_ draft: Draft, _ destination: UnsafeMutableRawPointer) throws -> Void

    let fields: [FieldDescription]
    /// Names of properties that are not imported, on purpose.
    let ignoredNames: [String]
    /// Keys and paths that are skipped.
    let ignoredKeys: [String]
    /// The names that are adjusted, and that no property has.
    private let unknownNames: [String]
    let layout: DraftLayout
    let make: Maker
    /// `nil` if the plan only says how instances are made.
    let instances: InstancePlan?
    /// The type of the instances.
    let model: Any.Type

    @inlinable
    convenience init<Model>(
        _ model: Model.Type,
        _ describe: (inout ImportFields) -> @Sendable (borrowing ImportDraft) throws -> Model
    ) {
        var fields = ImportFields()
        let make = describe(&fields)
        // SAFETY: the binder hands the maker room for a `Model`.
        unsafe self.init(model: model, fields: consume fields, make: Self.maker(make), instances: nil)
    }

    @inlinable
    convenience init<Model>(
        _ model: Model.Type, _ describe: (inout ImportFields) -> ModelOperations<Model>
    ) {
        var fields = ImportFields()
        let operations = describe(&fields)
        // SAFETY: as above.
        unsafe self.init(
            model: model, fields: consume fields, make: Self.maker(operations.make),
            instances: InstancePlan(operations))
    }

    /// Inlined, so that the model is moved to its place by code that knows its type.
    @inlinable
    static func maker<Model>(
        _ make: @escaping @Sendable (borrowing ImportDraft) throws -> Model
    ) -> Maker {
        { memory, destination in
            // SAFETY: the binder hands memory for a `Model`.
            unsafe destination.initializeMemory(as: Model.self, to: try make(ImportDraft(memory)))
        }
    }

    @usableFromInline
    init(
        model: Any.Type, fields: consuming ImportFields, make: @escaping Maker, instances: InstancePlan?
    ) {
        self.model = model
        self.fields = fields.descriptions
        ignoredNames = fields.ignoredNames
        ignoredKeys = fields.ignoredKeys
        unknownNames = fields.unknownNames
        layout = fields.layout
        // SAFETY: stored; the binder calls it with room for a model.
        unsafe self.make = make
        self.instances = instances
    }
}

extension ObjectPlan {
    /// What is wrong with the fields. A superclass and its subclass may each be right, and declare one field both.
    var error: ImportError? {
        var names: Set<String> = []
        if let duplicate = fields.first(where: { !names.insert($0.name).inserted }) {
            return .fieldDeclaredTwice(duplicate.name, type: "\(model)")
        }
        if let name = unknownNames.first { return .unknownPropertyAdjusted(name, type: "\(model)") }
        if let field = fields.first(where: { $0.isRequired && !$0.hasKey }) {
            return .requiredPropertyWithoutKey(field.name, type: "\(model)")
        }
        if fields.count(where: { $0.role == .extras }) > 1 { return .extrasDeclaredTwice(type: "\(model)") }
        return sharedKeyError
    }

    /// What is wrong if one key means two fields: it would be lost to one of them.
    private var sharedKeyError: ImportError? {
        var owners: [[JSONPath.Component]: FieldDescription] = [:]
        // A field with other keys may leave its name to another field.
        for field in fields where field.hasKey && field.keys.isEmpty { owners[[.key(field.name)]] = field }
        for field in fields {
            for key in field.keys {
                let owner = owners.updateValue(field, forKey: KeyMapping.arraySteps(of: key)) ?? field
                guard owner.name == field.name else {
                    return .keyOfTwoProperties(key, owner.name, field.name, type: "\(model)")
                }
            }
        }
        return nil
    }
}

/// What a plan knows of one field.
struct FieldDescription: Sendable {
    /// What becomes of a field without a value.
    enum Role: Sendable {
        /// The object is in error.
        case required
        /// The field is nil, and null is a way to say so.
        case optional
        /// The model has a default for it.
        case defaulted
        /// The field has no key: it is made of the members that mean no other.
        case extras
    }

    /// The name of the property, which keys may be spelled like.
    let name: String
    /// Other keys, or paths to the value, in the order of their precedence.
    var keys: [String]
    /// Whether the name is a key, too.
    var isKeyedByName = true
    /// The type of the value, without the optional around it.
    let type: any Importable.Type
    /// Where the value goes in the memory of a draft.
    let offset: Int
    let role: Role
    /// How dates in it are written, if not as the options say.
    var dates: DateStrategy?
    /// Whether elements that do not fit are left out.
    let isLenient: Bool

    var isRequired: Bool { role == .required }

    /// Whether a key of an object means the field.
    var hasKey: Bool { role != .extras && (isKeyedByName || !keys.isEmpty) }
}
