import StreamImport

/// Strings. Those of more than 15 bytes own memory.
struct Texts: AllocationOwner {
    var first: String
    var second: String
    var third: String?

    var ownedAllocations: Int { first.ownedAllocations + second.ownedAllocations + third.ownedAllocations }

    static func shortRecord(_ index: Int) -> String {
        #"{"first":"fifteen bytes..","second":"","third":\#(index % 3 == 0 ? "null" : "\"x\(index)\"")}"#
    }

    static func longRecord(_ index: Int) -> String {
        let third = index % 3 == 0 ? "null" : #""one that is \#(index) or more bytes long, grüße""#
        return #"{"first":"sixteen bytes...","second":"the record is number \#(index)","third":\#(third)}"#
    }

    /// Returns a record with escapes, in strings whose decoded texts have up to 15 bytes or more.
    static func escapedRecord(_ index: Int) -> String {
        let third = index % 3 == 0 ? "null" : #""\u00e9\ud83d\ude00""#
        return #"""
            {"first":"a\n\u00fc","second":"line \#(index) of \"many\"\r\n\tC:\\Temp\\\ud83c\udf89\/","th\u0069rd":\#(third)}
            """#
    }
}

extension Texts: Importable {
    static let importPlan = ImportPlan(Texts.self) { fields in
        let first = fields.required("first", String.self)
        let second = fields.required("second", String.self)
        let third = fields.optional("third", String.self)
        return { draft in Texts(first: draft[first], second: draft[second], third: draft[third]) }
    }
}
