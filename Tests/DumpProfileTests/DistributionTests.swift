import DumpProfile
import JSONRecords
import Testing

/// The distributions of the values at a path.
@Suite struct DistributionTests {
    private func values(_ elements: String) throws -> ValueProfile {
        try Profiles.of("[\(elements)]", collectsDistributions: true).root.values
    }

    @Test(arguments: [
        ("1,2.5,-3e2,\"a\",null,true,1e999", 3, 0, 1, 0), ("\"2014-05-01\",\"/Date(0)/\"", 0, 2, 2, 0),
        ("\"2014-05-01\",\"x\"", 0, 0, 2, 0), ("\"x\",\"2014-05-01\"", 0, 0, 2, 0),
        ("[1,2],[],{}", 0, 0, 0, 2),
        ("\"\",\"é\"", 0, 0, 2, 0), ("", 0, 0, 0, 0),
    ])
    func histogramsCountEachValueOfTheirType(
        elements: String, numbers: Int, dates: Int, strings: Int, arrays: Int
    ) throws {
        let distribution = try values(elements).distribution
        #expect(distribution.numbers.count == numbers)
        #expect(distribution.dates.count == dates)
        #expect(distribution.stringBytes.count == strings)
        #expect(distribution.elementCounts.count == arrays)
    }

    @Test func datesAreSecondsSince1970() throws {
        let dates = try values("\"1970-01-02\",\"1969-12-31T23:59:59Z\",\"/Date(5000)/\"").distribution.dates
        #expect(dates.bounds == -1...86_400)
    }

    @Test(arguments: [
        ("1,1.0,\"1\",1", ["1 2", "\"1\" 1", "1.0 1"]), ("true,false,true", ["true 2", "false 1"]),
        ("null,null,[],{}", []), ("\"a\\u0000\",\"\\ud83d\\ude00\"", ["\"a\\u0000\" 1", "\"😀\" 1"]),
    ])
    func frequentValuesAreTheScalarsInJSON(elements: String, expected: [String]) throws {
        let frequentValues = try values(elements).distribution.frequentValues
        #expect(frequentValues.values().map { "\($0.value.text) \($0.count)" } == expected)
    }

    @Test(arguments: [
        ("1,2,1,3,4,5", ["1", "2", "3"]), ("true,true", ["true"]), ("null,[],{}", []),
        ("\"\(String(repeating: "a", count: 100))\",1", ["\"\(String(repeating: "a", count: 60))…\"", "1"]),
    ])
    func examplesAreTheFirstDifferentValues(elements: String, expected: [String]) throws {
        #expect(try values(elements).distribution.examples.map(\.text) == expected)
    }

    @Test func distributionsOfMergedKeysAreMerged() throws {
        var limits = ProfileLimits()
        limits.maximumKeys = 3
        let members = (0..<10).map {
            "\"key\($0)\":{\"n\":\($0),\"at\":\"2014-05-0\($0 % 9 + 1)\",\"a\":[1]}"
        }
        let profile = try Profiles.of(
            "{\(members.joined(separator: ","))}", limits: limits, collectsDistributions: true)
        let paths = Dictionary(uniqueKeysWithValues: profile.paths.map { ($0.path.description, $0.values) })
        #expect(paths["$.*.n"]?.distribution.numbers.count == 10)
        #expect(paths["$.*.n"]?.distribution.numbers.bounds == 0...9)
        #expect(paths["$.*.n"]?.distribution.frequentValues.distinctCount == 10)
        #expect(paths["$.*.n"]?.distribution.examples.map(\.text) == ["0", "1", "2"])
        #expect(paths["$.*.at"]?.distribution.dates.count == 10)
        #expect(paths["$.*.a"]?.distribution.elementCounts.count == 10)
    }

    @Test func distributionIsEmptyUnlessCollected() throws {
        let values = try Profiles.of("[1,\"a\",[2],true]").root.values
        #expect(values.distribution == Distribution())
        #expect(values.elementCounts.bounds == 1...1)
    }
}
