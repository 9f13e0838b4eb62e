import StreamImport

/// Arrays, sets and optional arrays. Each that is not empty owns memory.
struct Lists: AllocationOwner {
    var numbers: [Int]
    var words: [String]
    var points: [[Double]]
    var parts: [Part]
    var gaps: [Int?]
    var unique: Set<Int>
    var maybe: [Int]?

    struct Part: AllocationOwner {
        var size: Int
        var marks: [Int]

        var ownedAllocations: Int { marks.ownedAllocations }
    }

    var ownedAllocations: Int {
        numbers.ownedAllocations + words.ownedAllocations + points.ownedAllocations + parts.ownedAllocations
            + gaps.ownedAllocations + unique.ownedAllocations + maybe.ownedAllocations
    }

    static func record(_ index: Int) -> String {
        let numbers = (0..<index % 40).map { "\($0)" }.joined(separator: ",")
        return """
            {"numbers":[\(numbers)],"words":["short","longer than fifteen bytes"],"points":[[1.5,2.5],[],[3,4]],\
            "parts":[{"size":1,"marks":[1,2,3]},{"size":2,"marks":[]}],"gaps":[null,1,null],"unique":[1,2,2,3],\
            "maybe":\(index % 2 == 0 ? "null" : "[\(index)]")}
            """
    }
}

extension Lists: Importable {
    static let importPlan = ImportPlan(Lists.self) { fields in
        let numbers = fields.required("numbers", [Int].self)
        let words = fields.required("words", [String].self)
        let points = fields.required("points", [[Double]].self)
        let parts = fields.required("parts", [Part].self)
        let gaps = fields.required("gaps", [Int?].self)
        let unique = fields.required("unique", Set<Int>.self)
        let maybe = fields.optional("maybe", [Int].self)
        return { draft in
            Lists(
                numbers: draft[numbers], words: draft[words], points: draft[points], parts: draft[parts],
                gaps: draft[gaps], unique: draft[unique], maybe: draft[maybe])
        }
    }
}

extension Lists.Part: Importable {
    static let importPlan = ImportPlan(Lists.Part.self) { fields in
        let size = fields.required("size", Int.self)
        let marks = fields.required("marks", [Int].self)
        return { draft in Lists.Part(size: draft[size], marks: draft[marks]) }
    }
}

/// Dictionaries. Each that is not empty owns memory, and so does each key of more than 15 bytes.
struct Maps: AllocationOwner {
    var scores: [String: Int]
    var names: [String: String]
    var nested: [String: [String: Double]]
    var numbered: [Int: Int]

    var ownedAllocations: Int {
        scores.ownedAllocations + names.ownedAllocations + nested.ownedAllocations + numbered.ownedAllocations
    }

    static func record(_ index: Int) -> String {
        let scores = (0..<index % 20).map { "\"k\($0)\":\($0)" }.joined(separator: ",")
        return """
            {"scores":{\(scores)},"names":{"a":"b","a key that is longer than fifteen":"a value that is as well"},\
            "nested":{"one":{"x":1.5},"two":{}},"numbered":{"1":2,"-3":\(index)}}
            """
    }
}

extension Maps: Importable {
    static let importPlan = ImportPlan(Maps.self) { fields in
        let scores = fields.required("scores", [String: Int].self)
        let names = fields.required("names", [String: String].self)
        let nested = fields.required("nested", [String: [String: Double]].self)
        let numbered = fields.required("numbered", [Int: Int].self)
        return { draft in
            Maps(scores: draft[scores], names: draft[names], nested: draft[nested], numbered: draft[numbered])
        }
    }
}

/// A dictionary whose keys are integers of 19 digits.
struct Ledger: AllocationOwner {
    var entries: [Int: Int]

    var ownedAllocations: Int { entries.ownedAllocations }

    static func record(_ index: Int) -> String {
        #"{"entries":{"\#(1_234_567_890_123_456_789 + index)":1,"-9223372036854775808":2}}"#
    }
}

extension Ledger: Importable {
    static let importPlan = ImportPlan(Ledger.self) { fields in
        let entries = fields.required("entries", [Int: Int].self)
        return { draft in Ledger(entries: draft[entries]) }
    }
}
