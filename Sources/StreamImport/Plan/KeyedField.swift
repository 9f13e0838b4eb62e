/// The field of one case in the plan of an enum whose cases are selected by key: `{"push": {…}}`.
@usableFromInline
struct KeyedField<Model>: Sendable {
    /// Creates an instance if the draft has a value for the case; otherwise returns `nil`.
    let make: @Sendable (borrowing ImportDraft) -> Model?
    /// Like ``make``, for an update.
    let update: @Sendable (borrowing UpdateDraft) -> Model?
    /// Adds the payload of an instance of the case to a writer.
    let decompose: @Sendable (borrowing Model, inout FieldWriter) -> Void

    @usableFromInline
    init<Payload: Importable>(
        _ name: String, keys: [String], _ fields: inout ImportFields,
        wrap: @escaping @Sendable (consuming Payload) -> Model,
        unwrap: @escaping @Sendable (borrowing Model) -> Payload?
    ) {
        // Null is a value of some payloads.
        let field = fields.defaulted(name, Payload.self, keys: keys.map(KeyMapping.exactKey))
        make = { draft in draft[field].map { wrap($0) } }
        update = { draft in draft[field].map { wrap($0) } }
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
            let members = draft[field]
            return members.isEmpty ? nil : wrap(.object(members))
        }
        update = { draft in
            let members = draft.updated([:], field)
            return members.isEmpty ? nil : wrap(.object(members))
        }
        decompose = { instance, values in
            // An export rejects another value, because it has no members.
            switch unwrap(instance) {
            case .object(let members): values.add(members, field)
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
            return ModelOperations(
                make: { [caseFields] draft in
                    // Each field is read, so that no value stays in the draft.
                    let instances = caseFields.compactMap { $0.make(draft) }
                    guard instances.count == 1 else {
                        throw ImportError.notOneCase(names, count: instances.count, type: "\(Model.self)")
                    }
                    return instances[0]
                },
                update: { [caseFields] draft, old in
                    let instances = caseFields.compactMap { $0.update(draft) }
                    guard instances.count <= 1 else {
                        throw ImportError.notOneCase(names, count: instances.count, type: "\(Model.self)")
                    }
                    return instances.first ?? old
                },
                decompose: { [caseFields] instance, values in
                    for field in caseFields { field.decompose(instance, &values) }
                },
                properties: { [:] })
        }
    }
}
