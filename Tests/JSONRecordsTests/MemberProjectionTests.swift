import TestSupport
import Testing

@testable import JSONRecords

/// The members of objects that are kept because of their keys.
@Suite struct MemberProjectionTests {
    @Test(arguments: [
        ("{}", "{}"), (" { \n } ", "{}"), (#"{"a":1}"#, #"{"a":1}"#), (#"{"c":1}"#, "{}"),
        (#"{"b": 2, "c": 3, "a": 1}"#, #"{"b":2,"a":1}"#),
        (#"{"a": {"c": [1, {"a": 2}]}, "c": {"a": 3}}"#, #"{"a":{"c":[1,{"a":2}]}}"#),
        (#"{"a": 1, "c": 2, "a": 3}"#, #"{"a":1,"a":3}"#),
        (#"{"A": 1, "a ": 2, "": 3, "aa": 4}"#, "{}"),
        (#"{"c": "a", "b": "\",\"a\":1"}"#, #"{"b":"\",\"a\":1"}"#),
        (#"{"\u0061": 1, "\u0041": 2, "\b": 3}"#, #"{"\u0061":1}"#),
        (#"{"d\"é\n": 1, "d\u0022\u00e9\n": 2, "d\"é\\n": 3}"#, #"{"d\"é\n":1,"d\u0022\u00e9\n":2}"#),
        (#"{"😀": 1, "\ud83d\ude00": 2, "\ud83d": 3}"#, #"{"😀":1,"\ud83d\ude00":2}"#),
    ])
    func membersWithNamedKeysAreKept(object: String, expected: String) {
        #expect(project(["a", "b", "d\"é\n", "😀", "a"], in: object) == expected)
    }

    @Test func emptyKeyCanBeKept() {
        #expect(project([""], in: #"{"": 1, "a": 2}"#) == #"{"":1}"#)
        #expect(project([], in: #"{"": 1, "a": 2}"#) == "{}")
    }

    @Test(arguments: 0..<100)
    func valuesMakeNoDifference(seed: Int) {
        let keys = [
            #""a""#, #""\u0061""#, #""b""#, #""c\"""#, #""\\""#, "\"\(String(repeating: "k", count: 61))\"",
        ]
        var generator = RandomJSON(seed: seed)
        var (tokens, expected): ([[String]], [String]) = ([], [])
        for _ in 0..<Int.random(in: 0...20, using: &generator.random) {
            let key = Int.random(in: keys.indices, using: &generator.random)
            let member = [keys[key], ":"] + generator.value()
            tokens.append(member)
            if key < 4 && key != 2 { expected.append(member.joined()) }
        }
        let object = generator.spaced(["{"] + tokens.joined(separator: [","]) + ["}"])
        #expect(
            project(["c\"", "a"], in: object) == "{" + expected.joined(separator: ",") + "}", "\(object)")
    }

    private func project(_ names: [String], in object: String) -> String {
        var output: [UInt8] = []
        let projection = MemberProjection(names)
        object.withUTF8Span { projection.append($0, to: &output) }
        return String(decoding: output, as: UTF8.self)
    }
}
