/// One case of an enum, or one subclass of a class, in the plan of the type; see
/// ``ImportPlan/init(_:discriminator:cases:index:)``.
public struct ImportCase<Model: Importable>: Sendable {
    /// The name of the case. Discriminators match it like keys match the name of a property.
    let name: String
    /// Other names, which are compared exactly.
    let keys: [String]
    /// Whether the case receives the values that name no other case.
    let isUnknown: Bool
    let payload: PayloadPlan
    /// Declares the field of the case in a plan that selects cases by key; `nil` if the case has no single payload.
    @usableFromInline let keyedField: (@Sendable (inout ImportFields) -> KeyedField<Model>)?

    @usableFromInline
    init(
        name: String, keys: [String], isUnknown: Bool, payload: PayloadPlan,
        keyedField: (@Sendable (inout ImportFields) -> KeyedField<Model>)?
    ) {
        self.name = name
        self.keys = keys
        self.isUnknown = isUnknown
        self.payload = payload
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
            name: name, keys: keys, isUnknown: false,
            payload: PayloadPlan(payload, wrap: wrap, unwrap: unwrap),
            keyedField: { KeyedField(name, keys: keys, &$0, wrap: wrap, unwrap: unwrap) })
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
            name: name, keys: [], isUnknown: true,
            payload: PayloadPlan(JSONValue.self, wrap: wrap, unwrap: unwrap),
            keyedField: { KeyedField(unknown: name, &$0, wrap: wrap, unwrap: unwrap) })
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
        self.init(
            name: name, keys: keys, isUnknown: false, payload: PayloadPlan(object, of: Model.self),
            keyedField: nil)
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
            name: name, keys: keys, isUnknown: false, payload: PayloadPlan(object, of: Model.self),
            // A field of this type takes any value, even null.
            keyedField: {
                KeyedField<Model>(
                    name, keys: keys, &$0, wrap: { (_: JSONValue) in value() },
                    unwrap: { isCase($0) ? JSONValue.object([:]) : nil })
            })
    }
}
