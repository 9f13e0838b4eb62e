import StreamImport
import Testing

/// Names of cases that look like paths, in enums whose discriminator is a key.
@Suite struct CaseKeyTests {
    @Importable(discriminator: .key)
    enum Call: Equatable, Sendable {
        @Key("org.example.push") case push(ref: String)
        @Key("a") case outer([String: Int])
        @Key("a.b", "a.c") case inner(Int)
        @Key("/x~y/z", "items[0]") case pointer(Int)
        case unknown(JSONValue)
    }

    /// A name with dots was a path: the case was exported as nested objects, and an object of another case was
    /// traversed.
    @Test(arguments: [
        (#"{"org.example.push":"main"}"#, Call.push(ref: "main")),
        (
            #"{"org":{"example":{"push":"main"}}}"#,
            .unknown(.object(["org": .object(["example": .object(["push": .string("main")])])]))
        ),
        (#"{"a":{"b":1}}"#, .outer(["b": 1])),
        (#"{"a.b":1}"#, .inner(1)),
        (#"{"/x~y/z":1}"#, .pointer(1)),
    ])
    func nameOfCaseIsNotPath(text: String, call: Call) async throws {
        let outcome = try await importAllFrontEnds(to: Call.self, from: "[\(text), \(text)]")
        #expect(outcome.records == [call, call])
        #expect(try call.jsonString() == text)
        #expect(try Call(dictionary: try call.dictionary()) == call)
    }

    @Test(arguments: [(#"{"a.c": 1}"#, Call.inner(1)), (#"{"items[0]": 1}"#, .pointer(1))])
    func otherNameOfCaseIsNotPath(text: String, call: Call) async throws {
        let outcome = try await importAllFrontEnds(to: Call.self, from: "[\(text), \(text)]")
        #expect(outcome.records == [call, call])
    }
}
