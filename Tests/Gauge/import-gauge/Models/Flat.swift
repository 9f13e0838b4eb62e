import StreamImport

/// A record with keys that occur in no other record.
struct Flat: AllocationOwner {
    var firstName: Int
    var level: Int?
    var deep: Int?

    static func record(_ index: Int) -> String {
        #"{"k\#(index)":\#(index),"first_name":1,"a key of many letters \#(index)":{"q\#(index)":[1]},"LEVEL":2}"#
    }

    static func unicodeRecord(_ index: Int) -> String {
        #"{"ключ \#(index)":\#(index),"first_name":1,"é\#(index)":[1]}"#
    }

    static func spelledRecord(_ index: Int) -> String {
        let spelling = (0..<9).map { index >> $0 & 1 == 1 ? "_" : "-" }.joined()
        return #"{"first\#(spelling)\#(String(repeating: " ", count: index >> 9))name":1}"#
    }

    static func deepRecord(_ index: Int) -> String {
        #"{"firstName":1,"deep":{"k\#(index)":1,"value":2,"a key of many letters \#(index)":[]}}"#
    }
}

extension Flat: Importable {
    static let importPlan = ImportPlan(Flat.self) { fields in
        let firstName = fields.required("firstName", Int.self)
        let level = fields.optional("level", Int.self)
        let deep = fields.optional("deepValue", Int.self, keys: ["deep.value"])
        return { draft in Flat(firstName: draft[firstName], level: draft[level], deep: draft[deep]) }
    }
}
