import DumpProfile
import JSONRecords
import TestSupport
import Testing

/// The profile of each path of a text.
@Suite struct ProfileTests {
    /// Returns a line for each path of the profile: the path, the occurrences, and the counts of the types.
    private func lines(
        _ text: String, _ change: (inout ProfileLimits) -> Void = { _ in }
    ) throws -> [String] {
        var limits = ProfileLimits()
        change(&limits)
        let profile = try Profiles.of(text, limits: limits)
        let omitted = profile.omittedMembers > 0 ? ["omitted \(profile.omittedMembers)"] : []
        return profile.paths.map { path in
            let counts = path.values.counts
            let types = [
                ("null", counts.nulls), ("bool", counts.bools), ("integer", counts.integers),
                ("fraction", counts.fractions), ("string", counts.strings), ("array", counts.arrays),
                ("object", counts.objects),
            ].filter { $0.1 > 0 }.map { "\($0.1) \($0.0)" }.joined(separator: " ")
            return "\(path.path) \(path.occurrences)/\(path.possibleOccurrences): \(types)"
                + (path.isDictionary ? ", data" : "") + (path.isIncomplete ? ", cut" : "")
        } + omitted
    }

    @Test(
        arguments: [
            ("[]", []),
            (
                "[1,\"a\",null,true,1.5,[],{}]",
                ["$ 7/7: 1 null 1 bool 1 integer 1 fraction 1 string 1 array 1 object"]
            ),
            (
                "[{\"a\":1,\"b\":null},{\"a\":\"x\"}]",
                ["$ 2/2: 2 object", "$.a 2/2: 1 integer 1 string", "$.b 1/2: 1 null"]
            ),
            (
                "{\"a\":[1,[true]]}\n{\"b\":{\"c.d\":1}}\n",
                [
                    "$ 2/2: 2 object", "$.a 1/2: 1 array", "$.a[*] 2/2: 1 integer 1 array",
                    "$.a[*][*] 1/1: 1 bool", "$.b 1/2: 1 object", "$.b[\"c.d\"] 1/1: 1 integer",
                ]
            ),
            ("[{\"a\":1,\"a\":2},{}]", ["$ 2/2: 2 object", "$.a 1/2: 2 integer"]),
            (
                "[{\"a\":1,\"b\":2},{\"b\":3,\"a\":4},{\"c\":5,\"b\":6}]",
                ["$ 3/3: 3 object", "$.a 2/3: 2 integer", "$.b 3/3: 3 integer", "$.c 1/3: 1 integer"]
            ),
        ])
    func everyPathReportsOccurrencesAndTypes(text: String, expected: [String]) throws {
        #expect(try lines(text) == expected)
    }

    @Test func recordsAreReadAtGivenPath() throws {
        let profile = try Profiles.of("{\"n\":{\"n\":1},\"data\":[{\"a\":1},{\"a\":2}]}", at: "data")
        #expect(profile.records == 2)
        #expect(profile.paths.map(\.path.description) == ["$", "$.a"])
    }

    @Test func malformedRecordThrowsError() throws {
        #expect(throws: ImportError.self) { try lines("[{\"a\":1},{\"a\":}]") }
    }

    // MARK: - Keys that are data

    @Test(
        arguments: [
            (
                "[{\"a\":1,\"b\":2,\"c\":3.5},{\"d\":null}]",
                ["$ 2/2: 2 object, data", "$.* 4/4: 1 null 2 integer 1 fraction"]
            ),
            (
                "{\"m\":{\"a\":{\"x\":1,\"y\":[2]},\"b\":{\"x\":null},\"c\":{\"y\":[\"z\"]}}}",
                [
                    "$ 1/1: 1 object", "$.m 1/1: 1 object, data", "$.m.* 3/3: 3 object",
                    "$.m.*.x 2/3: 1 null 1 integer", "$.m.*.y 2/3: 2 array",
                    "$.m.*.y[*] 2/2: 1 integer 1 string",
                ]
            ),
            (
                "[{\"a\":{\"p\":{\"i\":1},\"q\":{\"i\":2},\"r\":{\"i\":3}},\"b\":{\"s\":{\"i\":4}},\"c\":{\"t\":{}}}]",
                [
                    "$ 1/1: 1 object, data", "$.* 3/3: 3 object, data", "$.*.* 5/5: 5 object",
                    "$.*.*.i 4/5: 4 integer",
                ]
            ),
        ])
    func manyKeysWithSimilarValuesFormDictionary(text: String, expected: [String]) throws {
        #expect(try lines(text) { $0.maximumKeys = 2 } == expected)
    }

    @Test(
        arguments: [
            (
                "[{\"a\":1,\"b\":\"x\",\"c\":2,\"d\":3}]",
                [
                    "$ 1/1: 1 object", "$.a 1/1: 1 integer", "$.b 1/1: 1 string", "$.c 1/1: 1 integer",
                    "$.d 1/1: 1 integer",
                ]
            ),
            (
                "[{\"a\":{\"x\":1},\"b\":{\"y\":1},\"c\":{\"z\":1},\"d\":{}}]",
                [
                    "$ 1/1: 1 object", "$.a 1/1: 1 object", "$.a.x 1/1: 1 integer", "$.b 1/1: 1 object",
                    "$.b.y 1/1: 1 integer", "$.c 1/1: 1 object", "$.c.z 1/1: 1 integer", "$.d 1/1: 1 object",
                ]
            ),
        ])
    func manyKeysWithDifferentValuesDoNotFormDictionary(text: String, expected: [String]) throws {
        #expect(try lines(text) { $0.maximumKeys = 3 } == expected)
    }

    @Test func dictionaryStaysDictionaryAfterDifferentValue() throws {
        #expect(
            try lines("[{\"a\":1,\"b\":2,\"c\":\"x\"}]") { $0.maximumKeys = 2 } == [
                "$ 1/1: 1 object, data", "$.* 3/3: 2 integer 1 string",
            ])
    }

    // MARK: - Limits

    @Test func membersBeyondMaximumPathsAreOmitted() throws {
        let expected = [
            "$ 2/2: 2 object", "$.a 2/2: 2 integer", "$.b 1/2: 1 string", "omitted 3",
        ]
        #expect(
            try lines("[{\"a\":1,\"b\":\"x\",\"c\":{\"d\":1},\"e\":[2]},{\"c\":1,\"a\":2}]") {
                $0.maximumPaths = 3
            } == expected)
    }

    @Test func keysLongerThanLimitAreOmitted() throws {
        #expect(
            try lines("[{\"abcd\":1,\"abc\":2},{\"abcd\":3,\"d\":4}]") { $0.maximumKeyBytes = 3 } == [
                "$ 2/2: 2 object", "$.abc 1/2: 1 integer, cut", "$.d 1/2: 1 integer, cut", "omitted 2",
            ])
    }

    @Test func membersBeyondPathByteLimitAreOmitted() throws {
        let text = "[{\"abc\":{\"x\":[1],\"y\":2}},{\"d\":3,\"longer\":4,\"e\":5}]"
        let expected = [
            "$ 2/2: 2 object", "$.abc 1/2: 1 object", "$.abc.x 1/1: 1 array", "$.abc.x[*] 1/1: 1 integer",
            "$.d 1/2: 1 integer", "omitted 3",
        ]
        #expect(
            try lines(text) {
                $0.maximumPaths = 12
                $0.bytesPerPath = 1
            } == expected)
    }

    @Test func longDictionaryKeysDoNotCountAgainstByteLimit() throws {
        let keys = (0..<1_000).map { "\"\(String(repeating: "k", count: 3_000))\($0)\":\($0)" }
        let text = "[{\"a\":1,\"b\":2,\"c\":3,\(keys.joined(separator: ","))}]"
        var limits = ProfileLimits()
        limits.maximumKeys = 3
        let profiler = DumpProfiler(limits: limits)
        try RecordInput(InputOrigin(.text(text))).read(into: profiler)
        #expect(profiler.profile.paths.map(\.path.description) == ["$", "$.*"])
        #expect(profiler.profile.omittedMembers == 0)
    }

    @Test func elementsBeyondMaximumPathsAreNotProfiled() throws {
        #expect(
            try lines("[{\"a\":[1]}]") { $0.maximumPaths = 2 } == [
                "$ 1/1: 1 object", "$.a 1/1: 1 array, cut",
            ])
    }

    @Test func valuesBeyondMaximumDepthAreNotProfiled() throws {
        #expect(
            try lines("[{\"a\":[[1],{\"b\":2}],\"c\":3}]") { $0.maximumDepth = 2 } == [
                "$ 1/1: 1 object", "$.a 1/1: 1 array", "$.a[*] 2/2: 1 array 1 object, cut",
                "$.c 1/1: 1 integer",
            ])
    }

    @Test func dictionaryKeysFreePathsForLaterMembers() throws {
        let users = (0..<40).map { "\"u\($0)\":{\"a\($0 % 2)\":1,\"b\":[\($0)],\"c\":{\"d\":\"x\"}}" }
        let text = "[{\"n\":1,\"users\":{\(users.joined(separator: ","))},\"z\":true}]"
        #expect(
            try lines(text) { $0.maximumPaths = 200 } == [
                "$ 1/1: 1 object", "$.n 1/1: 1 integer", "$.users 1/1: 1 object, data",
                "$.users.* 40/40: 40 object", "$.users.*.a0 20/40: 20 integer",
                "$.users.*.b 40/40: 40 array", "$.users.*.b[*] 40/40: 40 integer",
                "$.users.*.c 40/40: 40 object", "$.users.*.c.d 40/40: 40 string",
                "$.users.*.a1 20/40: 20 integer", "$.z 1/1: 1 bool",
            ])
    }

    @Test func dictionaryKeysShareOnePath() throws {
        let count = TestTier.count(12_000, full: 100_000)
        let members = (0..<count).map { "\"key \($0)\":{\"n\":\($0)}" }
        let profiler = DumpProfiler()
        let text = "{" + members.joined(separator: ",") + "}"
        try RecordInput(InputOrigin(.text(text))).read(into: profiler)
        #expect(profiler.profile.paths.map(\.path.description) == ["$", "$.*", "$.*.n"])
        #expect(profiler.profile.paths[2].values.counts.integers == count)
    }
}
