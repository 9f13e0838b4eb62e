/// The field of one case in the plan of an enum whose cases are selected by key: `{"push": {…}}`.
@usableFromInline
struct KeyedField<Model>: Sendable {
    /// Creates an instance if the draft has a value for the case; otherwise returns `nil`.
    let make: @Sendable (Draft) -> Model?
    /// Adds the payload of an instance of the case to a writer.
    let decompose: @Sendable (borrowing Model, inout FieldWriter) -> Void

    @usableFromInline
    init<Payload: Importable>(
        _ name: String, keys: [String], _ fields: inout ImportFields,
        wrap: @escaping @Sendable (consuming Payload) -> Model,
        unwrap: @escaping @Sendable (borrowing Model) -> Payload?
    ) {
        // Null is a value of some payloads.
        let field = fields.defaulted(name, Payload.self, keys: keys.map(JSONPath.text))
        make = { draft in
            guard let payload = draft.take(field.address, as: Payload.self) else { return nil }
            return wrap(payload)
        }
        decompose = { instance, values in
            if let payload = unwrap(instance) { values.add(payload, field) }
        }
    }

    /// Creates the field for the members that no case has.
    @usableFromInline
    init(
        unknown name: String, _ fields: inout ImportFields,
        wrap: @escaping @Sendable (consuming JSONValue) -> Model,
        unwrap: @escaping @Sendable (borrowing Model) -> JSONValue?
    ) {
        let field = fields.extras(name)
        make = { draft in
            let members = draft.take(field.address, as: [String: JSONValue].self) ?? [:]
            return members.isEmpty ? nil : wrap(.object(members))
        }
        decompose = { instance, values in
            // An export rejects another value, because an import would not read it as this case.
            switch unwrap(instance) {
            case .object(let members) where !members.isEmpty: values.add(members, field)
            case nil: values.add([:], field)
            default: break
            }
        }
    }
}

extension ObjectPlan {
    /// Creates the rules for objects with one member, whose key is the name of a case.
    convenience init<Model: Importable>(keyed cases: [ImportCase<Model>]) {
        self.init(Model.self) { fields in
            var caseFields: [KeyedField<Model>] = []
            for field in cases.compactMap(\.keyedField) { caseFields.append(field(&fields)) }
            let names = cases.filter { !$0.isUnknown }.map { $0.keys.first ?? $0.name }
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
