import DumpProfile
import TestSupport
import Testing

/// The member that tells the records of a text apart.
@Suite struct DiscriminatorTests {
    /// Returns lines, several for each of the given objects.
    private static func lines(_ count: Int, of objects: [String]) -> String {
        (0..<count).flatMap { _ in objects }.joined(separator: "\n")
    }

    private func discriminator(_ text: String) throws -> ProfileDiscriminator? {
        try Profiles.of(text).discriminator
    }

    private static let kinds = [
        #"{"k":"a","x":1,"id":1}"#, #"{"x":2,"id":2,"k":"a"}"#, #"{"k":"b","y":{"z":1},"id":3}"#,
    ]

    private static let named = [#"{"k":"a","name":"n","x":1}"#, #"{"k":"b","name":"n","y":1}"#]

    @Test func casesHaveOwnProfiles() throws {
        let found = try #require(try discriminator(Self.lines(4, of: Self.kinds)))
        #expect(found.key == "k")
        #expect(found.cases.map(\.value) == ["a", "b"])
        #expect(found.cases.map(\.records) == [8, 4])
        #expect(
            found.cases.map { $0.profile.members.map(\.path.description) } == [
                ["$.k", "$.x", "$.id"], ["$.k", "$.id", "$.y"],
            ])
        #expect(found.cases[1].profile.members[2].members.map(\.occurrences) == [4])
        #expect(found.text() == "$.k tells the records apart: a 8, b 4")
    }

    /// A text, and the key of its discriminator.
    struct Example: Sendable {
        let text: String
        let key: String?

        /// - Parameters:
        ///   - count: the number of times that each object occurs.
        ///   - first: the first record, before these objects.
        ///   - last: the last record.
        init(_ count: Int, _ objects: [String], first: String = "", last: String = "", _ key: String?) {
            text = [first, DiscriminatorTests.lines(count, of: objects), last].joined(separator: "\n")
            self.key = key
        }
    }

    /// Each part of the rule decides about one of these texts.
    private static let examples: [Example] = [
        // Too few records for each value.
        Example(1, kinds, nil), Example(2, kinds, "k"),
        // Only one value has a key of its own.
        Example(4, [#"{"state":"open"}"#, #"{"state":"closed","closed_at":1}"#], "state"),
        // One record alone has a key.
        Example(4, [#"{"k":"a","x":1}"#, #"{"k":"b","x":1}"#], last: #"{"k":"c","x":1,"y":1}"#, nil),
        // A key that a value sometimes has does not depend on the member.
        Example(4, [#"{"type":"a","x":1}"#, #"{"type":"a"}"#, #"{"type":"b"}"#], nil),
        // All records have the same keys.
        Example(9, [#"{"type":"a","x":1}"#, #"{"type":"b","x":1}"#], nil),
        // A record without the member, with another type, or with the member twice.
        Example(4, kinds + [#"{"x":1}"#], nil), Example(4, kinds + [#"{"k":1,"x":1}"#], nil),
        Example(4, kinds, last: #"{"k":"a","k":"b","x":1}"#, nil), Example(4, kinds, last: "null", nil),
        Example(4, ["1"] + kinds, nil), Example(4, kinds, last: #"{"k":"","x":1}"#, nil),
        Example(4, kinds, last: #"{"k":"a","x":1}"#, "k"),
        // A first record in which the member is not a string, while another member is one in each record.
        Example(4, named, first: #"{"k":null,"name":"n","x":1}"#, nil),
        Example(4, named, first: #"{"k":["a"],"name":"n","x":1}"#, nil),
        Example(4, named, first: #"{"k":"a","name":"n","x":1}"#, "k"),
        // The keys inside a member.
        Example(4, [#"{"p":{"x":1},"k":"a"}"#, #"{"p":{"y":1},"k":"b"}"#], "k"),
        // The first of several members.
        Example(
            4,
            [
                #"{"part":"s","k":"a","x":1,"v":1}"#, #"{"part":"s","k":"b","y":1,"v":1}"#,
                #"{"part":"t","k":"c","z":1,"w":1}"#,
            ], "part"),
    ]

    @Test(arguments: examples)
    func memberIsDiscriminatorByRule(example: Example) throws {
        #expect(try discriminator(example.text)?.key == example.key)
    }

    @Test(arguments: [(64, true), (65, false)])
    func numberOfValuesIsLimited(count: Int, isFound: Bool) throws {
        let text = Self.lines(4, of: (0..<count).map { "{\"type\":\"v\($0)\",\"x\($0)\":1}" })
        #expect(try (discriminator(text) != nil) == isFound)
    }

    @Test(arguments: [(64, true), (65, false)])
    func lengthOfValuesIsLimited(bytes: Int, isFound: Bool) throws {
        let value = String(repeating: "v", count: bytes)
        let text = Self.lines(4, of: ["{\"type\":\"\(value)\",\"x\":1}", #"{"type":"b","y":1}"#])
        #expect(try (discriminator(text) != nil) == isFound)
    }

    @Test(arguments: [(1, 90, true), (1, 150, false), (150, 2, true)])
    func numberOfPathsIsLimited(common: Int, values: Int, isFound: Bool) throws {
        // Each value has `common` members of its own and `values` that are equal.
        let kinds = (0..<60).map { kind in
            let members =
                (0..<values).map { "\"m\($0)\":1" } + (0..<common).prefix(1).map { "\"x\(kind)_\($0)\":1" }
            return "{\"type\":\"v\(kind)\",\(members.joined(separator: ","))}"
        }
        // The other divisions of so many members would take most of the time of all tests of profiles.
        let profile = try Profiles.of(Self.lines(2, of: kinds), chunkSizes: [4096], divisions: [(2, 20_000)])
        #expect((profile.discriminator != nil) == isFound)
    }

    /// The first record may have more strings than there are candidates.
    @Test(arguments: [(15, true), (16, false)])
    func numberOfCandidatesIsLimited(others: Int, isFound: Bool) throws {
        let others = (0..<others).map { "\"s\($0)\":\"x\"," }.joined()
        let text = Self.lines(
            4, of: ["{\(others)\"type\":\"a\",\"x\":1}", "{\(others)\"type\":\"b\",\"y\":1}"])
        #expect(try (discriminator(text) != nil) == isFound)
    }

    /// The first record of a part has more strings than there are candidates, so the part may not have the candidate of the
    /// dump.
    @Test func candidateThatPartOmitsIsKept() throws {
        let others = (0..<20).map { "\"s\($0)\":\"x\"," }.joined()
        let text =
            Self.lines(4, of: [#"{"type":"a","x":1}"#, #"{"type":"b","y":1}"#]) + "\n"
            + Self.lines(4, of: ["{\(others)\"type\":\"a\",\"x\":1}", "{\(others)\"type\":\"b\",\"y\":1}"])
        let found = try #require(try discriminator(text))
        #expect(found.key == "type")
        #expect(found.cases.map(\.records) == [8, 8])
    }

    /// The nodes of the keys that are data are merged while a record is open.
    @Test func casesKeepCountsOfMergedKeys() throws {
        let text = (0..<40).map { index -> String in
            let user = "\"users\":{\"u\(index)\":{\"n\":1}}"
            return index % 2 == 0 ? "{\"type\":\"a\",\(user),\"x\":1}" : "{\(user),\"y\":1,\"type\":\"b\"}"
        }
        var limits = ProfileLimits()
        limits.maximumKeys = 7
        let found = try #require(try Profiles.of(text.joined(separator: "\n"), limits: limits).discriminator)
        #expect(found.cases.map(\.records) == [20, 20])
        for source in found.cases {
            let users = try #require(source.profile.members.first { $0.path.key == "users" })
            #expect(users.isDictionary && users.occurrences == 20)
            #expect(users.members.map(\.values.counts.objects) == [20])
            #expect(users.members.first?.members.map(\.occurrences) == [20])
        }
    }

    @Test(arguments: TestTier.sample(1...20 as ClosedRange<UInt64>, count: 4))
    func partsHaveDiscriminatorOfWhole(seed: UInt64) throws {
        var random = Random(seed: seed)
        let records = (0..<60).map { _ in
            let kind = Int.random(in: 0..<3, using: &random)
            let values = (0..<Int.random(in: 0..<3, using: &random)).map { "{\"n\($0)\":\($0)}" }
            var members = [
                "\"type\":\"t\(kind)\"", "\"x\(kind)\":[\(values.joined(separator: ","))]", "\"s\":\"x\"",
            ]
            if Bool.random(using: &random) { members.append("\"org\":\(kind)") }
            return "{\(members.shuffled(using: &random).joined(separator: ","))}"
        }
        let found = try #require(try discriminator(records.joined(separator: "\n")))
        #expect(found.key == "type")
        #expect(found.cases.reduce(0) { $0 + $1.records } == 60)
    }
}
