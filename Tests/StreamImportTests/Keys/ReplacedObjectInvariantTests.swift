import StreamImport
import TestSupport
import Testing

/// An object is imported as if the values that a value of higher precedence replaces were not in the input: in any order,
/// under all policies, from texts and dictionaries.
@Suite struct ReplacedObjectInvariantTests {
    @Importable
    final class Cell: ImportValidating, @unchecked Sendable {
        var id: Int?
        var a = 0
        var b = 0
        var inner: Cell?

        struct Negative: Error {}

        func validate() throws { if a < 0 { throw Negative() } }
    }

    @Importable
    final class Holder: @unchecked Sendable {
        @Key("k1", "p.k", "k2") var cell: Cell?
        var other: Cell?
    }

    /// A member of the holder. The members for `cell` write `a`, and `other` writes `b`, so their order does not matter.
    private struct Member {
        let key: String
        let json: String
        /// The precedence of the key, 0 is the highest; `nil` for the other property.
        let rank: Int?
        let hasValue: Bool
    }

    private static let keys = [("k1", 0), ("p", 1), ("k2", 2), ("cell", 3)]

    private static func randomMembers(using generator: inout Random) -> [Member] {
        let count = Int.random(in: 2...4, using: &generator)
        var members = keys.shuffled(using: &generator).prefix(count).map { key, rank in
            let values = [
                #"{"a":\#(10 + rank)}"#, #"{"id":5,"a":\#(20 + rank)}"#, #"{"id":6,"a":\#(30 + rank)}"#,
                #"{"a":\#(40 + rank),"inner":{"a":\#(50 + rank)}}"#, #"{"inner":{"id":5,"a":\#(60 + rank)}}"#,
                #"{"inner":{"a":7},"inner":{"id":6,"a":\#(70 + rank)}}"#,
            ]
            let others = ["null", "5", #"{"a":-1}"#, #"{"inner":{"id":5,"a":8},"a":-1}"#]
            let hasValue = Int.random(in: 0..<3, using: &generator) > 0
            let json = (hasValue ? values : others).randomElement(using: &generator)!
            return Member(
                key: key, json: key == "p" ? #"{"x":[],"k":\#(json)}"# : json, rank: rank, hasValue: hasValue)
        }
        let other = [#"{"b":3}"#, #"{"id":5,"b":4}"#, #"{"id":6,"inner":{"b":5}}"#, nil]
            .randomElement(using: &generator)!
        if let other { members.append(Member(key: "other", json: other, rank: nil, hasValue: true)) }
        return members
    }

    /// Returns the members without those that another member replaces or that have no value.
    private static func effectiveMembers(_ members: [Member]) -> [Member] {
        let best = members.filter(\.hasValue).compactMap(\.rank).min() ?? members.compactMap(\.rank).min()
        return members.filter { $0.rank == nil || $0.rank == best }
    }

    private func options(using generator: inout Random) -> ImportOptions {
        var options = ImportOptions()
        options.mismatches = .skipValue
        options.nestedObjects = NestedObjectPolicy.allCases.randomElement(using: &generator)!
        options.nulls = [NullPolicy.reset, .ignore].randomElement(using: &generator)!
        options.duplicateKeys = .last
        return options
    }

    /// Returns the objects of a holder after an update, and those that existed before.
    private func outcome(_ members: [Member], _ options: ImportOptions, isText: Bool, hasMap: Bool) throws
        -> [String]
    {
        let old = try Cell(dictionary: ["a": 1, "b": 2, "inner": ["a": 3]])
        let known = try [5, 6].map { try Cell(dictionary: ["id": $0, "a": 1, "inner": ["a": 3]]) }
        let holder = try Holder(dictionary: [:])
        holder.cell = old
        let cells = IdentityMap(\Cell.id, known)
        var options = options
        if hasMap { options.reuseInstances(in: cells) }
        let text = "{" + members.map { #""\#($0.key)":\#($0.json)"# }.joined(separator: ",") + "}"
        // A text with duplicate keys has no equal dictionary.
        if !isText, let dictionary = try dictionaries(in: "[\(text)]")?.first {
            try holder.update(from: dictionary, options: options)
        } else {
            try holder.update(from: text, options: options)
        }
        let names = [(old, "old"), (known[0], "5"), (known[1], "6")]
        return ([holder.cell, holder.other, old] + known + [cells[5], cells[6]]).map { cell in
            var (cell, found) = (cell, "")
            while let next = cell {
                found += names.first { $0.0 === next }?.1 ?? "new"
                found += "(\(next.id ?? 0) \(next.a) \(next.b))"
                cell = found.count < 200 ? next.inner : nil
            }
            return found
        }
    }

    @Test(arguments: 0..<40) func replacedMembersDoNotAffectResult(seed: Int) throws {
        var generator = Random(seed: UInt64(seed))
        for _ in 0..<2 {
            let members = Self.randomMembers(using: &generator)
            let options = options(using: &generator)
            let hasMap = Bool.random(using: &generator)
            for order in members.permutations {
                let expected = try outcome(
                    Self.effectiveMembers(order), options, isText: true, hasMap: hasMap)
                for isText in [true, false] {
                    let found = try outcome(order, options, isText: isText, hasMap: hasMap)
                    #expect(found == expected, "\(order.map { ($0.key, $0.json) }) \(options.nestedObjects)")
                }
            }
        }
    }
}
