import Foundation
import Testing

@testable import JSONRecords

/// The search for an envelope reads as little as it needs, and its outcome does not depend on the chunks.
@Suite struct EnvelopeProbeTests {
    private static let long = String(repeating: "x", count: EnvelopeProbe.maximumBytes)

    // Computed, because the leak check does not find the references in a stored array of such enums.
    private static var texts: [(text: String, outcome: EnvelopeProbe.Outcome)] {
        [
            (#"{"total":2,"items":[{"a":1},{"a":2}]}"#, .array(at: "items")),
            ("\u{FEFF} {\"total\":2,\n\"items\" : [ {} ] }\n", .array(at: "items")),
            (
                #"{"a":[],"b":[1],"c":[[{}]],"d":{"e":[{}]},"f":[{}]}"#,
                .array(at: "f", others: [RecordArray(path: "d.e", objects: 1, isOpen: false)])
            ),
            (
                #"{"users":[{"roles":[{}]},{"x":1},2],"data":{"more":{"repos":[{},[{}],{}]},"n":"[{"},"users":[{}]}"#,
                .array(
                    at: "users", others: [RecordArray(path: "data.more.repos", objects: 2, isOpen: false)])
            ), ("{\"d\":{\"e\":[{}]},\"f\":1}", .noEnvelope),
            (#"{"a.b":[{}]}"#, .array(at: JSONPath([.key("a.b")]))), (#"{"\u0061":[{}]}"#, .array(at: "a")),
            (#"{"users":[{}],"repos":[{},{}]}"#, .ambiguous(arrays(("users", 1), ("repos", 2)))),
            ("{\"items\":[{}]}\n{\"items\":[{}]}", .noEnvelope), ("{\"items\":[{}]} x", .noEnvelope),
            (#"{"a":1}"#, .noEnvelope), (#"{"a":"[{","b":"]"}"#, .noEnvelope),
            ("[{\"a\":[{}]}]", .noEnvelope),
            ("", .noEnvelope), ("7", .noEnvelope), ("}", .noEnvelope), ("<html>", .noEnvelope),
            (#"{"items":[{"a":"…"}],"b":[{}]}"#, .array(at: "items")),
            (#"{"items":[{}],"text":"…"}"#, .ambiguous(arrays(("items", 1)))),
            (
                #"{"a":[{},{}],"b":[{},{"c":"…"},{}]}"#,
                .ambiguous(arrays(("a", 2)) + [RecordArray(path: "b", objects: 2, isOpen: true)])
            ),
            (#"{"text":"…","items":[{}]}"#, .noEnvelope),
        ]
    }

    private static func arrays(_ arrays: (JSONPath, Int)...) -> [RecordArray] {
        arrays.map { RecordArray(path: $0, objects: $1, isOpen: false) }
    }

    @Test(arguments: texts)
    func textHasOutcome(text: String, outcome: EnvelopeProbe.Outcome) {
        let text = text.replacing("…", with: Self.long)
        #expect(InputOrigin(.bytes(Array(text.utf8))).probeEnvelope() == outcome)
        guard text.utf8.count < 1000 else { return }
        for size in [1, 2, 5] {
            var probe = EnvelopeProbe()
            let bytes = Array(text.utf8)
            var found: EnvelopeProbe.Outcome?
            for end in stride(from: size, to: bytes.count, by: size) where found == nil {
                let beginning = Array(bytes[..<end])
                found = probe.outcome(of: beginning.span, isComplete: false)
            }
            let atEnd = probe.outcome(of: bytes.span, isComplete: true)
            #expect((found ?? atEnd) == outcome)
        }
    }

    @Test func pipeIsReadFromItsBeginningAfterProbe() throws {
        let pipe = Pipe()
        try pipe.fileHandleForWriting.write(contentsOf: Data(#"{"n":1,"items":[{"a":1}]}"#.utf8))
        try pipe.fileHandleForWriting.close()
        let origin = InputOrigin(.handle(pipe.fileHandleForReading))
        #expect(origin.probeEnvelope() == .array(at: "items"))
        var bytes = [UInt8](repeating: 0, count: 100)
        let source = try origin.makeSource()
        #expect(try source.read(into: &bytes) == .bytes(25) && source.read(into: &bytes) == .end)
        #expect(throws: ImportError.self) { try origin.makeSource() }
    }

    /// The first line of a log must not wait for the second one.
    @Test func objectWithoutArrayOfObjectsNeedsNoMoreBytes() {
        var probe = EnvelopeProbe()
        let line = Array("{\"a\":[1],\"b\":{\"c\":[{}]}}\n".utf8)
        let outcome = probe.outcome(of: line.span, isComplete: false)
        #expect(outcome == .noEnvelope)
    }

    @Test func arraysInDeepObjectsAreNotFound() {
        func outcome(keys count: Int) -> EnvelopeProbe.Outcome? {
            let text =
                String(repeating: #"{"a":"#, count: count) + "[{}]" + String(repeating: "}", count: count)
            var probe = EnvelopeProbe()
            return probe.outcome(of: Array(#"{"b":[{}],\#(text.dropFirst())"#.utf8).span, isComplete: true)
        }
        let path = JSONPath(Array(repeating: .key("a"), count: 8))
        #expect(
            outcome(keys: 8)
                == .array(at: "b", others: [RecordArray(path: path, objects: 1, isOpen: false)]))
        #expect(outcome(keys: 9) == .array(at: "b"))
    }

    @Test func numberOfArraysIsLimited() {
        let members = (0..<150).map { #""a\#($0)":[{}]"# }.joined(separator: ",")
        var probe = EnvelopeProbe()
        let outcome = probe.outcome(of: Array("{\(members)}".utf8).span, isComplete: true)
        guard case .ambiguous(let arrays) = outcome else {
            Issue.record("found \(String(describing: outcome))")
            return
        }
        #expect(arrays.count == 100)
    }
}
