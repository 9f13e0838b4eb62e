import FixtureGenerator
import TestSupport
import Testing

@testable import JSONRecords

/// Text that is nearly JSON becomes JSON of the same length, however it is divided into pieces. ``FramingInvariantTests`` reads
/// random text.
@Suite struct RelaxedFilterTests {
    /// A text, and what it becomes; `·` stands for a space in place of another byte.
    private static let rows: [(String, String)] = [
        // Commas after the last element or member.
        ("[1,2,]", "[1,2·]"), (#"{"a":1,}"#, #"{"a":1·}"#), ("[[],{},\n ] ", "[[],{}·\n ] "),
        ("[[1,],\n{\"a\":[2, ] ,\t}]", "[[1·],\n{\"a\":[2· ] ·\t}]"),
        ("[1,,]", "[1,,]"), ("[,]", "[,]"), (#"{"a":,}"#, #"{"a":,}"#), ("[1,", "[1,"),
        (#"[",]"]"#, #"[",]"]"#),
        // Commas after values.
        ("{},\n{},\n", "{}·\n{}·\n"), ("1,2,\n", "1·2·\n"), ("{} , {}", "{} · {}"), (",{}", ",{}"),
        ("{},,{}", "{}·,{}"),
        ("{}},\n[1,2],", "{}}·\n[1,2]·"),
        // Comments.
        ("[1]// [2]\n[3]", "[1]······\n[3]"), ("[1/* , */,2]", "[1·······,2]"),
        ("[/***/1/**/]", "[·····1····]"),
        ("[1, /* x */ ]", "[1··········]"), ("[1,/* x */2]", "[1·······,2]"),
        ("[1,//\n//\n]", "[1···\n··\n]"),
        ("[1,//\n/*\n*/2]", "[1···\n··\n·,2]"), ("[,/**/1]", "[,····1]"), ("[1,//", "[1··,"),
        ("[\"//\",1]", "[\"//\",1]"),
        ("/*/[*/1", "······1"), ("[1/2]", "[1/2]"), ("[1/", "[1/"), ("[1]//", "[1]··"),
        // Marks. A parser skips the first one.
        ("\u{FEFF}[1]", "\u{FEFF}[1]"), ("\u{FEFF}\u{FEFF}[1]", "\u{FEFF}···[1]"),
        ("{}\n\u{FEFF}{}", "{}\n···{}"), ("[1,\u{FEFF}]", "[1····]"), ("[\"\u{FEFF}\"]", "[\"\u{FEFF}\"]"),
        ("[\u{F000}]", "[\u{F000}]"),
        // Words in place of numbers.
        ("[NaN,Infinity,-Infinity,+Infinity]", "[0E7,1E999999,-1E999999,·1E999999]"),
        ("[0E7,1E999999,-1E999999,1E7,0E70,-0E7,10E7]", "[0e7,1e999999,-1e999999,1E7,0E70,-0E7,10E7]"),
        ("NaN\n", "0E7\n"), ("NaN", "0E7"), ("[NaNa,aNaN,NaN1,.NaN,-NaN]", "[NaNa,aNaN,NaN1,.NaN,-NaN]"),
        (#"["NaN"]"#, #"["NaN"]"#), ("[1E8,1.5E7,12E9,2E79]", "[1E8,1.5E7,12E9,2E79]"),
        (#"["\\",NaN,"\"NaN"]"#, #"["\\",0E7,"\"NaN"]"#), (#"[\"NaN",NaN]"#, #"[\"NaN",0E7]"#),
        ("[123456789NaN]", "[123456789NaN]"), ("[--Infinity]", "[--Infinity]"),
        // Scripts around the value.
        ("window.YTD.tweets.part0 = [{}]", "··························[{}]"), ("var x={};\n", "······{}·\n"),
        ("module.exports = [1]\n;", "·················[1]\n·"),
        ("let w[\"a b\"] =\n{}", "··············\n{}"),
        ("cb(//[1]\n[2]);", "········\n[2]··"), ("x = //x\n[{}];", "·······\n[{}]·"),
        ("x = \u{FEFF}[1]\u{FEFF};", "·······[1]····"), ("cb(\u{FEFF}[1]\u{FEFF})", "······[1]····"),
        ("cb(/*/ [1] */ [2]);", "··············[2]··"), ("cb(/*x*/[1]/*y*/);", "········[1]·······"),
        ("x = [1,]//c\n;\n", "····[1·]···\n·\n"),
        ("cb([1],/*y*/\n);", "···[1]······\n··"), ("x = [1]/y", "····[1]/y"),
        ("cb({\"a\":[]});", "···{\"a\":[]}··"), ("/**/cb( [1,] ) ;", "········[1·] · ·"),
        (")]}'\n[1]", "····\n[1]"),
        (")]}',[1]", "·····[1]"), ("for (;;);{}", "·········{}"), ("while(1);[1]", "·········[1]"),
        ("&&&START&&&[]", "···········[]"),
        ("// x\nvar y = {}", "····\n········{}"), ("x = [];y = []", "····[]·y = []"),
        ("fooba = {};", "········{}·"), ("x = 1", "x = 1"),
        ("x\n= []", "x\n= []"),
        ("true [\"= [\"]", "true [\"= [\"]"), ("null\"= [1\"", "null\"= [1\""), ("[1];", "[1];"),
        ("[1])", "[1])"),
        // A string that ends with its line.
        ("{\"a\":\"x\n{},\n{},\n", "{\"a\":\"x\n{}·\n{}·\n"),
    ]

    private func filtered(_ text: [UInt8], pieces: Int, bufferSize: Int = 1 << 16) throws -> [UInt8] {
        try RelaxedSource(ShortReadSource(text, size: pieces, pauses: [1, 4, 5])).readAll(
            bufferSize: bufferSize)
    }

    @Test(arguments: rows)
    func textBecomesJSONOfSameLength(text: String, expected: String) throws {
        let bytes = Array(text.utf8)
        for size in 1...max(bytes.count, 1) {
            for bufferSize in [1, 3, 1 << 16] {
                let found = String(
                    decoding: try filtered(bytes, pieces: size, bufferSize: bufferSize), as: UTF8.self)
                #expect(found == expected.replacing("·", with: " "), "pieces of \(size)")
            }
        }
    }

    /// The text is at each position of a block of 64 bytes.
    @Test(arguments: rows)
    func textBecomesJSONAtEachPosition(text: String, expected: String) throws {
        for position in 0..<66 {
            let space = String(repeating: "\n", count: position)
            let found = String(
                decoding: try filtered(Array((space + text).utf8), pieces: 1 << 16), as: UTF8.self)
            guard !text.hasPrefix("\u{FEFF}") else { continue }
            #expect(found == space + expected.replacing("·", with: " "), "at \(position)")
        }
    }

    @Test(arguments: [(4096, true), (4097, false)])
    func commaFarBeforeBracketIsKept(spaces: Int, isRemoved: Bool) throws {
        for space in [" ", "\n"] {
            let text = "[1," + String(repeating: space, count: spaces) + "]"
            for size in [1000, 1 << 16] {
                let found = try filtered(Array(text.utf8), pieces: size)
                #expect(found == Array((isRemoved ? text.replacing(",", with: " ") : text).utf8))
            }
        }
    }

    @Test(arguments: [
        "//\(String(repeating: "x", count: 100_000))\n", "/*\(String(repeating: "*\n", count: 50_000))*/",
    ])
    func commaBeforeLongCommentIsRemoved(comment: String) throws {
        let text = "[1,\(comment)]"
        let expected = "[1 " + String(comment.map { $0 == "\n" ? $0 : " " }) + "]"
        for size in [1000, 1 << 16] {
            #expect(try filtered(Array(text.utf8), pieces: size) == Array(expected.utf8))
        }
    }

    @Test func commentWithoutEndIsError() throws {
        for size in 1...8 {
            let error = RelaxedSource(ShortReadSource(Array("[1] /* *".utf8), size: size)).readError()
            #expect(error?.code == .unexpectedEnd)
            #expect(
                error?.message
                    == "expected */ at the end of the comment that begins at byte 4, found the end of the input"
            )
        }
    }

    @Test(arguments: Fixture.Workload.allCases, Fixture.Shape.allCases)
    func fixtureIsUnchanged(workload: Fixture.Workload, shape: Fixture.Shape) throws {
        let text = Array(Fixture(workload: workload, shape: shape).data(records: 100))
        for size in [61, 4096, 1 << 16] { #expect(try filtered(text, pieces: size) == text) }
    }

    @Test(arguments: 0..<100)
    func randomJSONIsUnchanged(seed: Int) throws {
        var generator = RandomJSON(seed: seed)
        let tokens = generator.value(depth: 4)
        let text = Array(generator.spaced(tokens).utf8)
        for size in [1, 2, 3, 7, 64, 1 << 16] { #expect(try filtered(text, pieces: size) == text) }
    }
}
