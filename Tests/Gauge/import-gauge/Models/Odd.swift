import StreamImport

/// Records of which some are wrong, at different depths.
struct Odd: Owning {
    var id: Int
    var note: String
    var parts: [Part]

    struct Part: Owning {
        var size: Int
        var label: String

        var owned: Int { label.owned }
    }

    var owned: Int { note.owned + parts.owned }

    static func goodRecord(_ index: Int) -> String {
        #"{"id":\#(index % 10),"note":"longer than fifteen bytes","parts":[{"size":1,"label":"x"}]}"#
    }

    /// Wrong in the second part of the array, after the record has got memory of its own.
    static func wrongRecord(_ index: Int) -> String {
        #"""
        {"id":\#(index % 10),"note":"longer than fifteen bytes","parts":[{"size":1,"label":"one that is long enough"},\#
        {"size":"large","label":"x"}]}
        """#
    }
}

extension Odd: Importable {
    static let importPlan = ImportPlan(Odd.self) { fields in
        let id = fields.required("id", Int.self)
        let note = fields.required("note", String.self)
        let parts = fields.required("parts", [Part].self)
        return { draft in Odd(id: draft[id], note: draft[note], parts: draft[parts]) }
    }
}

extension Odd.Part: Importable {
    static let importPlan = ImportPlan(Odd.Part.self) { fields in
        let size = fields.required("size", Int.self)
        let label = fields.required("label", String.self)
        return { draft in Odd.Part(size: draft[size], label: draft[label]) }
    }
}
