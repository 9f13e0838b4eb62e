internal import StreamImport

/// A model with values of any type.
struct Dynamic: Importable {
    let any: DynamicValue?, object: DynamicObject?, array: DynamicArray?, value: JSONValue?,
        path: DynamicValue?

    static let importPlan = ImportPlan(Dynamic.self) { fields in
        let any = fields.optional("a", DynamicValue.self)
        let object = fields.optional("o", DynamicObject.self)
        let array = fields.optional("l", DynamicArray.self)
        let value = fields.optional("v", JSONValue.self)
        let path = fields.optional("path", DynamicValue.self, keys: ["o.n", "a.b"])
        return { draft in
            Dynamic(
                any: draft[any], object: draft[object], array: draft[array], value: draft[value],
                path: draft[path])
        }
    }
}
