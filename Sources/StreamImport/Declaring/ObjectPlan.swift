/// The rules by which objects of the input become instances of a model.
@usableFromInline
final class ObjectPlan: Sendable {
    /// Creates an instance from the values of a draft, in memory with room for it.
    @usableFromInline
    typealias Maker =
        @Sendable (_ draft: Draft, _ destination: ValueAddress) throws -> Void

    let fields: [FieldDescription]
    /// The names of properties that are ignored.
    let ignoredNames: [String]
    /// Keys and paths that are skipped.
    let ignoredKeys: [String]
    /// Whether the fields are the labels of a case.
    let hasLabels: Bool
    /// Whether the fields are the payloads of cases that are selected by key.
    let hasPayloads: Bool
    /// Whether the fields are the elements of an array, by position; otherwise they are members of an object.
    let isArray: Bool
    /// The names that no field has, and the declarations that have them.
    private let unknownNames: [(name: String, origin: String)]
    let layout: DraftLayout
    let make: Maker
    /// The operations on existing instances; `nil` if the plan only creates instances.
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
        self.init(model: model, fields: consume fields, make: Self.maker(make), instances: nil)
    }

    @inlinable
    convenience init<Model>(
        _ model: Model.Type, _ describe: (inout ImportFields) -> ModelOperations<Model>
    ) {
        var fields = ImportFields()
        let operations = describe(&fields)
        self.init(
            model: model, fields: consume fields, make: Self.maker(operations.make),
            instances: InstancePlan(operations))
    }

    /// Returns the function that creates an instance at an address.
    // Inlinable, so that code that knows the type moves the model to its address.
    @inlinable
    static func maker<Model>(
        _ make: @escaping @Sendable (borrowing ImportDraft) throws -> Model
    ) -> Maker {
        { draft, destination in destination.initialize(to: try make(ImportDraft(draft))) }
    }

    @usableFromInline
    init(
        model: Any.Type, fields: consuming ImportFields, make: @escaping Maker, instances: InstancePlan?
    ) {
        self.model = model
        self.fields = fields.descriptions
        ignoredNames = fields.ignoredNames
        ignoredKeys = fields.ignoredKeys
        hasLabels = fields.areLabels
        hasPayloads = fields.arePayloads
        isArray = fields.areElements
        unknownNames = fields.unknownNames
        layout = fields.layout
        self.make = make
        self.instances = instances
    }

    /// Creates the rules for objects that become the payloads of a case: each payload is made in the memory of the instance
    /// around it.
    ///
    /// The memory has room for the payload, too: the compiler of plans has checked that with `fits(inMemoryOf:)`.
    ///
    /// - Parameter rule: the rules of the case, whose payloads `plan` makes.
    init(_ plan: ObjectPlan, wrappedBy rule: CaseRule) {
        model = plan.model
        fields = plan.fields
        ignoredNames = plan.ignoredNames
        ignoredKeys = plan.ignoredKeys
        hasLabels = plan.hasLabels
        hasPayloads = plan.hasPayloads
        isArray = plan.isArray
        unknownNames = plan.unknownNames
        layout = plan.layout
        instances = nil
        make = { [make = plan.make, wrap = rule.wrap] draft, destination in
            try make(draft, destination)
            wrap(destination, destination)
        }
    }

    /// The first error in the fields; `nil` if they are valid. A superclass and its subclass may each be valid, but
    /// declare the same field.
    var error: ImportError? {
        var names: Set<String> = []
        if let duplicate = fields.first(where: { !names.insert($0.name).inserted }) {
            return .invalidPlan(
                "duplicate property \(duplicate.name.debugDescription) of \(model)",
                advice: "rename one (it may be private in a superclass), or exclude one from the import")
        }
        if let (name, origin) = unknownNames.first {
            return .invalidPlan(
                "unknown property \(name.debugDescription) of \(model) in \(origin)",
                advice: "use the name of a property of the type or of its superclass")
        }
        if let field = fields.first(where: { $0.role == .required && $0.source == nil && !$0.hasKey }) {
            return .invalidPlan(
                "the required property \(field.name.debugDescription) of \(model) has no key",
                advice: "make the property optional, or give it a default value or a key")
        }
        if let key = (fields.flatMap(\.keys) + ignoredKeys).first(where: { JSONPath.ofKey($0) == nil }) {
            return .invalidKeyPath(key, .invalidPlan, of: "\(model)")
        }
        if let path = fields.lazy.compactMap(\.source?.invalidPath).first {
            let found = path.relativeDescription.debugDescription
            return .invalidPlan(
                "expected the path of a member around the records of \(model), found \(found)",
                advice: "write a path without wildcards, such as meta.run")
        }
        if fields.count(where: { $0.role == .extras }) > 1 {
            return .invalidPlan(
                "duplicate extras property of \(model)",
                advice: "declare extras once, in the type or in its superclass")
        }
        return elementsError ?? sharedKeyError
    }

    /// Returns whether the plan has a field with this name that keys may be mapped to.
    func hasProperty(_ name: String) -> Bool { fields.contains { $0.name == name && $0.mayHaveKeys } }

    /// The error if the fields are the elements of an array, but one is no element, or there are none; otherwise `nil`.
    private var elementsError: ImportError? {
        guard isArray else { return nil }
        if let field = fields.first(where: { !$0.mayHaveKeys || !$0.keys.isEmpty || !$0.isKeyedByName }) {
            let name = field.name.debugDescription
            return .invalidPlan(
                "the property \(name) has a key, a source or extras, but \(model) is made from arrays",
                advice: "declare the property without them, or import \(model) from objects")
        }
        guard fields.isEmpty else { return nil }
        return .invalidPlan(
            "\(model) is made from arrays, but has no properties",
            advice: "declare a property for each element")
    }

    /// The error if one key is bound to two fields, of which only one would get a value; otherwise `nil`.
    private var sharedKeyError: ImportError? {
        var owners: [[JSONPath.Component]: FieldDescription] = [:]
        // The name of a field with other keys may be a key of another field.
        for field in fields where field.hasKey && field.keys.isEmpty {
            guard let owner = owners.updateValue(field, forKey: [.key(field.nameKey)]) else { continue }
            return .keyOfTwoProperties(field.nameKey, owner.name, field.name, type: "\(model)")
        }
        for field in fields {
            for key in field.keys {
                let owner = owners.updateValue(field, forKey: KeyMapping.pathComponents(of: key)) ?? field
                guard owner.name == field.name else {
                    return .keyOfTwoProperties(key, owner.name, field.name, type: "\(model)")
                }
            }
        }
        return nil
    }
}

/// The declaration of one field in a plan.
struct FieldDescription: Sendable {
    /// The rule for a field without a value.
    enum Role: Sendable {
        /// The object is rejected.
        case required
        /// The field is `nil`, like a field with null.
        case optional
        /// The field gets the default of the model.
        case defaulted
        /// The field has no key: it collects the extras.
        case extras
    }

    /// The name of the property, which keys match.
    let name: String
    /// Other keys, or paths to the value, in the order of their precedence.
    var keys: [String]
    /// Whether the name is a key as well.
    var isKeyedByName = true
    /// The key that replaces the name as a key, and is compared exactly; `nil` if the name is the key.
    var codingKey: String?
    /// Where the value comes from if it is not a member of the object, so that the field has no key; otherwise `nil`.
    var source: FieldSource?
    /// The type of the value, without the outer optional.
    let type: any Importable.Type
    /// The operations on values of the type.
    let operations: _ValueOperations
    /// The offset of the value in the memory of a draft.
    let offset: Int
    let role: Role
    /// The format of dates in the field; that of the options if `nil`.
    var dates: DateStrategy?
    /// Whether elements that do not fit are skipped.
    let isLenient: Bool

    var isRequired: Bool { role == .required }

    /// Whether keys can belong to the field.
    var mayHaveKeys: Bool { role != .extras && source == nil }

    /// The name as a key, or the key that replaces it.
    var nameKey: String { codingKey ?? name }

    /// The rank of the property's name as a key.
    var nameRank: Int { keys.count + 1 }

    /// The value of the field as an error names it if it is missing.
    var missingValue: String {
        switch source {
        case .memberName: "\(name.debugDescription) (the name of the member)"
        case .enclosing(let path): "\(path.relativeDescription.debugDescription) (around the record)"
        case nil: (keys.first ?? nameKey).debugDescription
        }
    }

    /// Whether the field has a key.
    var hasKey: Bool { mayHaveKeys && (isKeyedByName || !keys.isEmpty) }
}

/// A key that is mapped to a property, or ignored, for one import or export.
struct KeyMapping: Sendable, Hashable {
    let key: String
    /// The name of the property; `nil` if the key is ignored.
    let property: String?
    /// The type that the mapping applies to; `nil` for all types.
    let model: (any Importable.Type)?

    static func == (left: KeyMapping, right: KeyMapping) -> Bool {
        JSONPath.Component.key(left.key) == .key(right.key) && left.property == right.property
            && left.model == right.model
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(key)
        hasher.combine(property)
        hasher.combine(model.map { ObjectIdentifier($0) })
    }

    /// Returns whether the mapping applies to a type.
    func applies(to type: Any.Type) -> Bool {
        model.map { $0 == type } ?? true
    }

    /// The components of the path that ``key`` spells; see ``pathComponents(of:)``.
    var pathComponents: [JSONPath.Component] { Self.pathComponents(of: key) }

    /// Returns the components of the path that a key spells, in any notation, with indices for whole numbers after the first
    /// component; the key itself if it is not a path.
    static func pathComponents(of key: String) -> [JSONPath.Component] {
        let path = JSONPath.components(ofKey: key)
        return path.isEmpty ? [.key(key)] : path.withIndices
    }
}

extension JSONPath {
    /// Returns the components of the path that a key spells; an empty array if the key is malformed as a path.
    static func components(ofKey key: String) -> [Component] { ofKey(key)?.components ?? [] }
}

extension [JSONPath.Component] {
    /// The key, if the path has a key as its only component: `a/b` for `/a~1b`.
    var onlyKey: String? { count == 1 ? self[0].key : nil }

    /// The path, with indices for whole numbers after the first component.
    var withIndices: Self { prefix(1) + dropFirst().map { $0.index.map { .index($0) } ?? $0 } }
}

extension JSONPath.Component {
    /// The key, if the component is one.
    var key: String? {
        if case .key(let key) = self { key } else { nil }
    }

    /// The array index that the component may stand for, if any.
    var index: Int? {
        switch self {
        case .index(let index): index
        case .key(let key): Int(key).flatMap { String($0) == key && $0 >= 0 ? $0 : nil }
        case .wildcard: nil
        }
    }
}
