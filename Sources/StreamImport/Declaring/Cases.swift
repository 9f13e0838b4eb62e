internal import ImportNames

/// The rule that tells which case of an enum, or which subclass of a class, a JSON value becomes.
public enum Discriminator: Sendable, Hashable {
    /// A member of the object names the case: `{"type": "push", …}`. A string literal is such a rule.
    ///
    /// - Parameter key: a key, which matches like the name of a property, or a path such as `meta.type`, whose keys are
    ///   compared exactly.
    case member(String)
    /// The object has one member, whose key is the name of the case: `{"push": {…}}`.
    case key
    /// The value becomes the first case that it fits. Scalars are first compared with the cases without conversion, and
    /// then under ``ImportOptions/coercion``.
    case firstFit
}

extension Discriminator: ExpressibleByStringLiteral {
    /// Creates a rule by which a member names the case.
    public init(stringLiteral key: String) {
        self = .member(key)
    }
}

/// One case of an enum, or one subclass of a class, in the plan of the type; see
/// ``ImportPlan/init(_:discriminator:cases:index:)``.
public struct ImportCase<Model: Importable>: Sendable {
    let rule: CaseRule
    /// Declares the field of the case in a plan that selects cases by key; `nil` if the case has no single payload.
    @usableFromInline let keyedField: (@Sendable (inout ImportFields) -> KeyedField)?

    /// The functions of a case's field: one creates an instance if the draft has a value for the case, and otherwise returns `nil`;
    /// the other one adds the payload of an instance of the case to a writer.
    @usableFromInline
    typealias KeyedField = (
        make: @Sendable (Draft) -> Model?, decompose: @Sendable (borrowing Model, inout FieldWriter) -> Void
    )

    @usableFromInline
    init(_ rule: CaseRule, keyedField: (@Sendable (inout ImportFields) -> KeyedField)? = nil) {
        self.rule = rule
        self.keyedField = keyedField
    }

    /// Creates a case with one associated value, which is made from the whole value that names the case; under
    /// ``Discriminator/key``, from the value of the case's key.
    ///
    /// - Parameters:
    ///   - name: the name of the case. Discriminators match it by the rules of ``ImportOptions/keyMatching``.
    ///   - keys: other names, compared exactly. An export writes the first one, or else `name`.
    ///   - payload: the type of the associated value.
    ///   - wrap: creates an instance from the associated value.
    ///   - unwrap: returns the associated value of an instance; `nil` for an instance of another case.
    @inlinable
    public init<Payload: Importable>(
        _ name: String, keys: [String] = [], payload: Payload.Type = Payload.self,
        wrap: @escaping @Sendable (consuming Payload) -> Model,
        unwrap: @escaping @Sendable (borrowing Model) -> Payload?
    ) {
        self.init(
            CaseRule(name, keys, payload, wrap: wrap, unwrap: unwrap),
            keyedField: Self.keyedField(name, keys: keys, wrap: wrap, unwrap: unwrap))
    }

    /// Creates the case for values that name no other case. The associated value is made from the whole value, with its
    /// discriminator.
    ///
    /// - Parameters:
    ///   - name: the name of the case, by which no value is found.
    ///   - wrap: creates an instance from the value.
    ///   - unwrap: returns the value of an instance; `nil` for an instance of another case.
    public init(
        unknown name: String, wrap: @escaping @Sendable (consuming JSONValue) -> Model,
        unwrap: @escaping @Sendable (borrowing Model) -> JSONValue?
    ) {
        self.init(
            CaseRule(name, [], JSONValue.self, isUnknown: true, wrap: wrap, unwrap: unwrap),
            keyedField: Self.unknownField(name, wrap: wrap, unwrap: unwrap))
    }

    /// Creates a case whose associated values are fields of the object, or a case without associated values.
    ///
    /// - Parameters:
    ///   - name: the name of the case. Discriminators match it by the rules of ``ImportOptions/keyMatching``.
    ///   - keys: other names, compared exactly. An export writes the first one, or else `name`.
    ///   - describe: declares the fields, and returns the operations on instances. `update` and `decompose` are called
    ///     only with instances of this case.
    public init(
        _ name: String, keys: [String] = [],
        _ describe: (inout ImportFields) -> ModelOperations<Model>
    ) {
        let object = ObjectPlan(Model.self) { fields in
            fields.areLabels = true
            return describe(&fields)
        }
        self.init(CaseRule(name, keys, object, of: Model.self))
    }

    /// Creates a case without associated values.
    ///
    /// - Parameters:
    ///   - name: the name of the case. Discriminators match it by the rules of ``ImportOptions/keyMatching``.
    ///   - keys: other names, compared exactly. An export writes the first one, or else `name`.
    ///   - value: returns the case.
    ///   - isCase: returns whether an instance is of the case.
    public init(
        _ name: String, keys: [String] = [], value: @escaping @Sendable () -> Model,
        isCase: @escaping @Sendable (borrowing Model) -> Bool
    ) {
        let object = ObjectPlan(Model.self) { _ in
            ModelOperations(
                make: { _ in value() }, update: { _, old in old }, decompose: { _, _ in }, properties: { [:] }
            )
        }
        self.init(
            CaseRule(name, keys, object, of: Model.self),
            // A field of this type takes any value, even null.
            keyedField: Self.keyedField(
                name, keys: keys, wrap: { (_: JSONValue) in value() },
                unwrap: { isCase($0) ? JSONValue.object([:]) : nil }))
    }
}

/// The rules by which values become the cases of an enum, or instances of the subclasses of a class.
final class CasePlan: Sendable {
    /// The keys that lead from the object to its discriminator; empty if a value becomes the first case that it fits.
    let discriminator: [String]
    let cases: [CaseRule]
    private let indexOfInstance: @Sendable (ValueAddress) -> Int

    init<Model>(
        discriminator: [String], cases: [ImportCase<Model>],
        index: @escaping @Sendable (borrowing Model) -> Int
    ) {
        self.discriminator = discriminator
        self.cases = cases.map(\.rule)
        indexOfInstance = { index($0[as: Model.self]) }
    }

    /// Returns the index of the case of the instance at an address; `nil` if the plan has no such case.
    func index(_ instance: ValueAddress) -> Int? {
        let index = indexOfInstance(instance)
        return cases.indices.contains(index) ? index : nil
    }
}

/// Discriminators in any JSON, which is the payload of the case for unknown names.
extension CasePlan {
    /// Returns the discriminator in a JSON value; `nil` if it has none.
    func name(in json: JSONValue, _ matching: KeyMatching) -> String? {
        var value = json
        for level in discriminator.indices {
            guard case .object(let members) = value, let key = key(at: level, in: members, matching)
            else { return nil }
            value = members[key] ?? .null
        }
        return switch value {
        case .string(let text), .number(let text): text
        case .bool(let value): "\(value)"
        case .null, .array, .object: nil
        }
    }

    /// Returns the key of an object's member that is at a level of the discriminator's path; `nil` if the object has none. Of
    /// several spellings, the first one in key order counts.
    func key(at level: Int, in members: [String: JSONValue], _ matching: KeyMatching) -> String? {
        let key = discriminator[level]
        guard members[key] == nil else { return key }
        guard discriminator.count == 1, matching == .flexible else { return nil }
        let name = NameFolding.fold(key)
        return members.keys.filter { NameFolding.fold($0) == name }.min()
    }

    /// Returns the payload of the case for unknown names that an update makes from the old and the new payload, which name the
    /// same case: the old members whose keys the new payload lacks stay, and so does the discriminator.
    func update(_ old: JSONValue, with new: JSONValue, _ matching: KeyMatching, level: Int = 0) -> JSONValue {
        guard level < discriminator.count, case .object(var members) = old, case .object(var updates) = new
        else { return level == 0 ? new : old }
        if let oldKey = key(at: level, in: members, matching), let value = members[oldKey] {
            while let newKey = key(at: level, in: updates, matching),
                let update = updates.removeValue(forKey: newKey)
            {
                members[oldKey] = self.update(value, with: update, matching, level: level + 1)
            }
        }
        return .object(members.merging(updates) { $1 })
    }
}

extension ImportPlan {
    /// Creates a plan for an enum with associated values, or for a class whose instances are of several subclasses.
    ///
    ///     static let importPlan = ImportPlan(
    ///         Event.self, discriminator: "type",
    ///         cases: [
    ///             ImportCase("push", keys: ["PushEvent"], payload: Push.self) { .push($0) } unwrap: { event in
    ///                 if case .push(let push) = event { push } else { nil }
    ///             },
    ///             ImportCase(unknown: "unknown") { .unknown($0) } unwrap: { event in
    ///                 if case .unknown(let json) = event { json } else { nil }
    ///             },
    ///         ],
    ///         index: { event in
    ///             switch event {
    ///             case .push: 0
    ///             case .unknown: 1
    ///             }
    ///         })
    ///
    /// The macro ``Importable(discriminator:content:)`` writes such a plan.
    ///
    /// - Parameters:
    ///   - model: the type of the instances.
    ///   - discriminator: the rule that tells the cases apart.
    ///   - cases: the cases. If two have the same name, the first one receives the values. At most one is for unknown
    ///     names.
    ///   - index: returns the index of the case of an instance in `cases`.
    public init<Model: Importable>(
        _ model: Model.Type, discriminator: Discriminator, cases: [ImportCase<Model>],
        index: @escaping @Sendable (borrowing Model) -> Int
    ) {
        self.init(type: model)
        switch discriminator {
        case .member(let path):
            let components = JSONPath.components(ofKey: path)
            let keys = components.compactMap(\.key)
            if keys.isEmpty || keys.count < components.count {
                error = .invalidPlan(
                    "expected keys as the discriminator of \(model), found the path \(path.debugDescription)",
                    advice: "use a key, or a path of keys such as meta.type")
            }
            self.cases = CasePlan(discriminator: keys, cases: cases, index: index)
        case .firstFit: self.cases = CasePlan(discriminator: [], cases: cases, index: index)
        case .key:
            let invalid = cases.first { $0.keyedField == nil }
            error = invalid.map {
                .invalidPlan(
                    "the case \($0.rule.name.debugDescription) of \(model) needs one associated value, because cases are selected by key",
                    advice: "use one struct with @Importable as the associated value")
            }
            object = ObjectPlan(keyed: cases)
        }
    }
}

/// The name of one case, and the rules by which its values are made: the type that is read, and its conversion to an instance
/// of the enum.
@usableFromInline
final class CaseRule: Sendable {
    @usableFromInline typealias Wrap =
        @Sendable (_ payload: ValueAddress, _ destination: ValueAddress) -> Void
    @usableFromInline typealias Unwrap =
        @Sendable (_ instance: ValueAddress, _ body: (_ payload: ValueAddress) throws -> Void) throws -> Bool

    /// The name of the case. Discriminators match it like keys match the name of a property.
    let name: String
    /// Other names, which are compared exactly.
    let keys: [String]
    /// Whether the case receives the values that name no other case.
    let isUnknown: Bool
    /// The type of the payload; the enum itself if ``object`` makes its instances.
    let type: any Importable.Type
    /// The fields of the case, if its instances are made from them directly.
    let object: ObjectPlan?
    /// Moves a payload into a new instance of the enum, at memory with room for it. Unless ``object`` makes the instances, that
    /// may be the memory of the payload.
    let wrap: Wrap
    /// Passes the payload of an instance to a function. Returns `false` for an instance of another case.
    let unwrap: Unwrap

    /// The value of the discriminator in exports.
    var exportedName: String { keys.first ?? name }

    @usableFromInline
    init(
        _ name: String, _ keys: [String] = [], isUnknown: Bool = false, type: any Importable.Type,
        object: ObjectPlan? = nil, wrap: @escaping Wrap, unwrap: @escaping Unwrap = CaseRule.passInstance
    ) {
        (self.name, self.keys, self.isUnknown, self.type, self.object) = (name, keys, isUnknown, type, object)
        (self.wrap, self.unwrap) = (wrap, unwrap)
    }

    /// Passes an instance as the payload of itself.
    @usableFromInline static let passInstance: Unwrap = { instance, body in
        try body(instance)
        return true
    }

    /// Creates the rules of a case with one payload.
    // Inlinable, so that the closures are specialized for the types in the module that declares the enum.
    @inlinable
    convenience init<Model, Payload: Importable>(
        _ name: String, _ keys: [String], _ payload: Payload.Type, isUnknown: Bool = false,
        wrap: @escaping @Sendable (consuming Payload) -> Model,
        unwrap: @escaping @Sendable (borrowing Model) -> Payload?
    ) {
        self.init(
            name, keys, isUnknown: isUnknown, type: payload,
            wrap: { $1.initialize(to: wrap($0.take(as: Payload.self))) },
            unwrap: { instance, body in
                guard let payload = unwrap(instance[as: Model.self]) else { return false }
                try ValueAddress.of(payload, body)
                return true
            })
    }

    /// Creates the rules of a case whose instances are made from fields.
    convenience init<Model: Importable>(
        _ name: String, _ keys: [String], _ object: ObjectPlan, of model: Model.Type
    ) {
        self.init(
            name, keys, type: model, object: object, wrap: { $1.initialize(to: $0.take(as: Model.self)) })
    }
}

extension [CaseRule] {
    /// The names of the cases as exports write them, for error messages.
    var exportedNames: [String] { filter { !$0.isUnknown }.map(\.exportedName) }
}

/// The fields of cases in the plan of an enum whose cases are selected by key: `{"push": {…}}`.
extension ImportCase {
    /// Returns the function that declares the field of a case with one payload.
    @usableFromInline
    static func keyedField<Payload: Importable>(
        _ name: String, keys: [String], wrap: @escaping @Sendable (consuming Payload) -> Model,
        unwrap: @escaping @Sendable (borrowing Model) -> Payload?
    ) -> @Sendable (inout ImportFields) -> KeyedField {
        { fields in
            // Null is a value of some payloads.
            let field = fields.defaulted(name, Payload.self, keys: keys.map(JSONPath.text))
            return (
                { draft in draft.take(field.address, as: Payload.self).map { wrap($0) } },
                { instance, values in
                    if let payload = unwrap(instance) { values.add(payload, field) }
                }
            )
        }
    }

    /// Returns the function that declares the field for the members that no case has.
    private static func unknownField(
        _ name: String, wrap: @escaping @Sendable (consuming JSONValue) -> Model,
        unwrap: @escaping @Sendable (borrowing Model) -> JSONValue?
    ) -> @Sendable (inout ImportFields) -> KeyedField {
        { fields in
            let field = fields.extras(name)
            return (
                { draft in
                    let members = draft.take(field.address, as: [String: JSONValue].self) ?? [:]
                    return members.isEmpty ? nil : wrap(.object(members))
                },
                { instance, values in
                    // An export rejects another value, because an import would not read it as this case.
                    switch unwrap(instance) {
                    case .object(let members) where !members.isEmpty: values.add(members, field)
                    case nil: values.add([:], field)
                    default: break
                    }
                }
            )
        }
    }
}

extension ObjectPlan {
    /// Creates the rules for objects with one member, whose key is the name of a case.
    convenience init<Model: Importable>(keyed cases: [ImportCase<Model>]) {
        self.init(Model.self) { fields in
            fields.arePayloads = true
            var caseFields: [ImportCase<Model>.KeyedField] = []
            for field in cases.compactMap(\.keyedField) { caseFields.append(field(&fields)) }
            let names = cases.map(\.rule).exportedNames
            let type = "\(Model.self)"
            let found: @Sendable (Draft) throws -> Model? = { [caseFields] draft in
                var (found, count) = (Model?.none, 0)
                // Each field is read, so that no value stays in the draft.
                for field in caseFields {
                    guard let instance = field.make(draft) else { continue }
                    (found, count) = (instance, count + 1)
                }
                guard count <= 1 else { throw ImportError.notOneCase(names, count: count, type: type) }
                return found
            }
            return ModelOperations(
                make: { draft in
                    guard let instance = try found(draft.draft) else {
                        throw ImportError.notOneCase(names, count: 0, type: type)
                    }
                    return instance
                },
                update: { draft, old in try found(draft.draft) ?? old },
                decompose: { [caseFields] instance, values in
                    for field in caseFields { field.decompose(instance, &values) }
                },
                properties: { [:] })
        }
    }
}
