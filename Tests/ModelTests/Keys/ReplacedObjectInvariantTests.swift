import StreamImport
import TestSupport
import Testing

/// A member that a member of higher precedence replaces has no effect on the updated object: it has updated nothing, or the
/// record is rejected. The test compares updates from texts and dictionaries, for every order of randomly chosen members and
/// under randomly chosen policies.
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

    /// A member of the holder. The members for `cell` write `a`, and the member `other` writes `b`, so that the result
    /// does not depend on the order of a member for `cell` and the member `other`.
    private struct Member {
        let key: String
        let json: String
        /// The precedence of the key for `cell`; 0 is the highest. `nil` for the member `other`.
        let rank: Int?
        let hasValue: Bool

        /// Returns whether the value updates an instance when it is read.
        func updatesInstance(_ options: ImportOptions, hasMap: Bool) -> Bool {
            options.nestedObjects != .replace || hasMap && json.contains("\"id\"")
        }
    }

    private static let keys = [("k1", 0), ("p", 1), ("k2", 2), ("cell", 3)]

    private static func randomMembers(using generator: inout Random) -> [Member] {
        let count = Int.random(in: 2...4, using: &generator)
        var members = keys.shuffled(using: &generator).prefix(count).map { key, rank in
            let values = [
                #"{"a":\#(10 + rank)}"#, #"{"id":5,"a":\#(20 + rank)}"#, #"{"id":6,"a":\#(30 + rank)}"#,
                #"{"a":\#(40 + rank),"inner":{"a":\#(50 + rank)}}"#, #"{"inner":{"id":5,"a":\#(60 + rank)}}"#,
            ]
            let jsonWithoutValue = ["null", "5", #"{"a":-1}"#, #"{"inner":{"id":5,"a":8},"a":-1}"#]
            let hasValue = Int.random(in: 0..<3, using: &generator) > 0
            let json = (hasValue ? values : jsonWithoutValue).randomElement(using: &generator)!
            return Member(
                key: key, json: key == "p" ? #"{"x":[],"k":\#(json)}"# : json, rank: rank, hasValue: hasValue)
        }
        let otherJSON = [#"{"b":3}"#, #"{"id":5,"b":4}"#, #"{"id":6,"inner":{"b":5}}"#, nil]
            .randomElement(using: &generator)!
        if let otherJSON { members.append(Member(key: "other", json: otherJSON, rank: nil, hasValue: true)) }
        return members
    }

    /// Returns the member `other` and, of the members for `cell`, the one of the highest precedence that has a value.
    /// If none has a value, returns the one of the highest precedence.
    private static func effectiveMembers(_ members: [Member]) -> [Member] {
        let bestRank = members.filter(\.hasValue).compactMap(\.rank).min() ?? members.compactMap(\.rank).min()
        return members.filter { $0.rank == nil || $0.rank == bestRank }
    }

    /// Returns whether a value that has updated an instance would be replaced.
    private static func isRejected(_ members: [Member], _ options: ImportOptions, hasMap: Bool) -> Bool {
        var current: Member?
        for member in members where member.hasValue {
            guard let rank = member.rank, rank < current?.rank ?? .max else { continue }
            if current?.updatesInstance(options, hasMap: hasMap) == true { return true }
            current = member
        }
        return false
    }

    private func options(using generator: inout Random) -> ImportOptions {
        var options = ImportOptions()
        options.mismatches = .skipValue
        options.nestedObjects = NestedObjectPolicy.allCases.randomElement(using: &generator)!
        options.nulls = [NullPolicy.reset, .ignore].randomElement(using: &generator)!
        options.duplicateKeys = .last
        return options
    }

    /// Returns descriptions of the holder's cells after an update, and of the cells that existed before.
    private func outcome(_ members: [Member], _ options: ImportOptions, isText: Bool, hasMap: Bool) throws
        -> [String]
    {
        let old = try Cell(dictionary: ["a": 1, "b": 2, "inner": ["a": 3]])
        let reusableCells = try [5, 6].map { try Cell(dictionary: ["id": $0, "a": 1, "inner": ["a": 3]]) }
        let holder = try Holder(dictionary: [:])
        holder.cell = old
        let cells = IdentityMap(\Cell.id, reusableCells)
        var options = options
        if hasMap { options.reuseInstances(in: cells) }
        let text = "{" + members.map { #""\#($0.key)":\#($0.json)"# }.joined(separator: ",") + "}"
        do {
            if isText {
                try holder.update(from: text, options: options)
            } else if let dictionary = try dictionaries(in: "[\(text)]")?.first {
                try holder.update(from: dictionary, options: options)
            }
        } catch let error as ImportError where error.code == .duplicateKey {}
        let existingCells = [(old, "old"), (reusableCells[0], "5"), (reusableCells[1], "6")]
        return ([holder.cell, holder.other, old] + reusableCells + [cells[5], cells[6]]).map { cell in
            var (cell, description) = (cell, "")
            while let next = cell {
                description += existingCells.first { $0.0 === next }?.1 ?? "new"
                description += "(\(next.id ?? 0) \(next.a) \(next.b))"
                cell = description.count < 200 ? next.inner : nil
            }
            return description
        }
    }

    @Test(arguments: 0..<TestTier.count(8, full: 100)) func replacedMembersDoNotAffectResult(seed: Int) throws
    {
        var generator = Random(seed: TestTier.seed &+ UInt64(seed))
        for _ in 0..<2 {
            let members = Self.randomMembers(using: &generator)
            let options = options(using: &generator)
            let hasMap = Bool.random(using: &generator)
            for order in members.permutations {
                for isText in [true, false] {
                    // The members of a dictionary are read in the order of their keys.
                    let members = isText ? order : order.sorted { $0.key < $1.key }
                    let isRejected = Self.isRejected(members, options, hasMap: hasMap)
                    let effective = isRejected ? [] : Self.effectiveMembers(members)
                    let expected = try outcome(effective, options, isText: true, hasMap: hasMap)
                    let result = try outcome(order, options, isText: isText, hasMap: hasMap)
                    #expect(result == expected, "\(order.map { ($0.key, $0.json) }) \(options.nestedObjects)")
                }
            }
        }
    }
}
