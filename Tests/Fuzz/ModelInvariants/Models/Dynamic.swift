internal import StreamImport

/// A model with values of any type.
struct Dynamic: Importable {
    let any: DynamicValue?, object: [String: DynamicValue]?, array: [DynamicValue]?, value: JSONValue?,
        path: DynamicValue?

    static let importPlan = ImportPlan(Dynamic.self) { fields in
        let any = fields.optional("a", DynamicValue.self)
        let object = fields.optional("o", [String: DynamicValue].self)
        let array = fields.optional("l", [DynamicValue].self)
        let value = fields.optional("v", JSONValue.self)
        let path = fields.optional("path", DynamicValue.self, keys: ["o.n", "a.b"])
        return { draft in
            Dynamic(
                any: draft[any], object: draft[object], array: draft[array], value: draft[value],
                path: draft[path])
        }
    }
}
