import StreamImport

/// Records that are valid, or invalid because of a nested object.
struct PartlyInvalid: AllocationOwner {
    var id: Int
    var note: String
    var parts: [Part]

    struct Part: AllocationOwner {
        var size: Int
        var label: String

        var ownedAllocations: Int { label.ownedAllocations }
    }

    var ownedAllocations: Int { note.ownedAllocations + parts.ownedAllocations }

    static func validRecord(_ index: Int) -> String {
        #"{"id":\#(index % 10),"note":"longer than fifteen bytes","parts":[{"size":1,"label":"x"}]}"#
    }

    /// Returns a record whose second part is invalid. An import allocates memory for the values before that part.
    static func invalidRecord(_ index: Int) -> String {
        #"""
        {"id":\#(index % 10),"note":"longer than fifteen bytes","parts":[{"size":1,"label":"one that is long enough"},\#
        {"size":"large","label":"x"}]}
        """#
    }
}

extension PartlyInvalid: Importable {
    static let importPlan = ImportPlan(PartlyInvalid.self) { fields in
        let id = fields.required("id", Int.self)
        let note = fields.required("note", String.self)
        let parts = fields.required("parts", [Part].self)
        return { draft in PartlyInvalid(id: draft[id], note: draft[note], parts: draft[parts]) }
    }
}

extension PartlyInvalid.Part: Importable {
    static let importPlan = ImportPlan(PartlyInvalid.Part.self) { fields in
        let size = fields.required("size", Int.self)
        let label = fields.required("label", String.self)
        return { draft in PartlyInvalid.Part(size: draft[size], label: draft[label]) }
    }
}
