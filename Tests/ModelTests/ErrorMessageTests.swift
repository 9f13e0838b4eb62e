import Foundation
import JSONRecords
import SystemPackage
import Testing

@testable import StreamImport

/// The messages that no other test states in full.
@Suite struct ErrorMessageTests {
    /// An expected text, and a call that throws the error with this text. The text is the message of the error, with a
    /// semicolon and the advice if the error has advice.
    struct Row: CustomTestStringConvertible, Sendable {
        let text: String
        let call: @Sendable () throws -> Void

        init(_ text: String, _ call: @escaping @Sendable () throws -> Void) {
            self.text = text
            self.call = call
        }

        var testDescription: String { text }
    }

    static let syntaxErrors = [
        (#"[{1:2}]"#, "expected a key in double quotes, found 1"),
        (#"[{"a" 1}]"#, "expected ':' after the key, found 1"),
        ("[1 2]", "expected ',' or ']' after an element, found 2"),
        (#"["a\x"]"#, #"expected a valid escape after '\' in a string, found "a\x""#),
        (#"["\u12g4"]"#, #"expected four hexadecimal digits after '\u' in a string, found "\u12g4""#),
        ("[\"a\tb\"]", "expected control characters in a string to be escaped, found \"a\tb\""),
        ("[1e]", "expected a digit in the exponent, found 1e"),
        ("[1.]", "expected a digit after the decimal point, found 1."),
        ("[-]", "expected a digit after the minus sign, found '-'"),
    ].map { json, text in
        Row(text) { _ = try StreamImporter.objects(of: JSONValue.self, from: json).collect() }
    }

    static let textErrors = [
        Row("expected a JSON value, found an empty text") { _ = try JSONValue(json: "") },
        Row(
            """
            expected one value in the text, found another one after it; import the text as an array of records
            """
        ) {
            _ = try JSONValue(json: "{} []")
        },
        Row("expected white space between two values, found none") {
            var options = ImportOptions()
            options.format = .sequence
            let text = #""a""b""#
            _ = try StreamImporter.objects(of: JSONValue.self, from: text, options: options).collect()
        },
    ]

    static let rangeErrors = [
        Row("batch size must be at least 1, found 0") {
            var batches = StreamImporter.objects(of: Int.self, from: "[1]").batches(of: 0).makeIterator()
            _ = try batches.next()
        },
        Row("expected an integer from -32768 to 32767, found 99999") { _ = try Int16(json: "99999") },
        Row("expected an integer from 0 to 65535, found 99999") { _ = try UInt16(json: "99999") },
        Row("expected an integer from -2147483648 to 2147483647, found 2147483648") {
            _ = try Int32(json: "2147483648")
        },
        Row("expected an integer from 0 to 4294967295, found 4294967296") {
            _ = try UInt32(json: "4294967296")
        },
        Row("expected an integer from 0 to 18446744073709551615, found 18446744073709551616") {
            _ = try UInt64(json: "18446744073709551616")
        },
        Row("expected seconds since 1970 that Date can hold, found 0.1 seconds since 1970") {
            _ = try DateExportTests.Event<DateExportTests.Berlin>(seconds: [0.1]).dictionary()
        },
    ]

    /// A model whose property `b` has only one key, which conflicts with the key of the property `a`.
    struct Conflict: Importable {
        var a: Int?
        var b: Int?

        static let importPlan = ImportPlan(Conflict.self) { fields in
            let a = fields.optional("a", Int.self, keys: ["x.y"])
            let b = fields.optional("b", Int.self, keys: ["x.y.z"])
            fields.adjust(only: [])
            return ModelOperations(
                make: { draft in Conflict(a: draft[a], b: draft[b]) }, update: { _, old in old },
                decompose: { conflict, values in
                    values.add(conflict.a, a)
                    values.add(conflict.b, b)
                },
                properties: { [:] })
        }
    }

    static let planErrors = [
        Row(
            """
            duplicate property "id" of DuplicateField; rename one (it may be private in a superclass), or exclude one \
            from the import
            """
        ) {
            _ = try InvalidPlanTests.DuplicateField(json: "{}")
        },
        Row(
            """
            duplicate extras property of DuplicateExtras; declare extras once, in the type or in its superclass
            """
        ) {
            _ = try InvalidPlanTests.DuplicateExtras(json: "{}")
        },
        Row(
            """
            unknown property "nam" of Misspelled in the arguments of @Importable or adjust; use the name of a property of the type or of its superclass
            """
        ) {
            _ = try AdjustedModelTests.Misspelled(json: "{}")
        },
        Row(
            """
            the required property "name" of RequiredName has no key; make the property optional, or give it a default \
            value or a key
            """
        ) {
            _ = try AdjustedModelTests.RequiredName(json: "{}")
        },
        Row(
            """
            the key "a" is mapped to "x" and "y" of Point; map each key to one property, and set the other one in \
            ImportIntercepting
            """
        ) {
            var options = ImportOptions()
            options.map("a", to: "x", of: Point.self)
            options.map("a", to: "y", of: Point.self)
            _ = try Point(json: "{}", options: options)
        },
        Row(
            """
            unknown property "none" of Team; use a name or a key path of a property in the type's plan
            """
        ) {
            var options = ImportOptions()
            options.reuseInstances(of: Team.self) { values in
                _ = try values["none", as: Int.self]
                return nil
            }
            _ = try Team(json: #"{"id":7,"name":"a"}"#, options: options)
        },
        Row(
            """
            every key of the property "b" of Conflict conflicts with another property; give it its own key with @Key
            """
        ) {
            _ = try Conflict(a: 1, b: 2).dictionary()
        },
    ]

    static let updateErrors = [
        Row(
            """
            expected a model to update, found Array<Node>; update the model itself, not an optional or a collection of \
            models
            """
        ) {
            var nodes: [UndoneUpdateTests.Node] = []
            _ = try nodes.update(from: "[{}]")
        },
        Row(
            """
            another value of "cell" would replace the value that has updated an instance; write one value of the \
            property, or the key of highest precedence first
            """
        ) {
            var options = ImportOptions()
            options.nestedObjects = .merge
            let holder = try OutrankedUpdateTests.Holder(dictionary: ["cell": ["a": 1]])
            _ = try holder.update(from: #"{"cell":{"a":9},"k1":{"a":9}}"#, options: options)
        },
        Row(
            "the values would be read again more often than the limit of 0; if the record is correct, raise maximumReplays"
        ) {
            var options = ImportOptions()
            options.maximumReplays = 0
            _ = try SharedPathErrorTests.Chain(json: #"{"child":{}}"#, options: options)
        },
        Row(
            """
            update in the plan of Document rejected the values that undo an earlier update; make update accept all \
            values that decompose adds
            """
        ) {
            var options = ImportOptions()
            options.nestedObjects = .merge
            let folder = try OutrankedUpdateTests.Folder(dictionary: ["document": ["version": 1]])
            let text = #"{"name":7,"document":{"version":2},"document":{"version":3}}"#
            _ = try folder.update(from: text, options: options)
        },
    ]

    /// The errors of conditions that a test cannot create. The rows create the errors directly.
    static let systemErrors = [
        Row(
            """
            cannot be written: writing is not permitted; get write permission from the owner, or write to another \
            location
            """
        ) {
            throw ImportError.cannotWrite("export.json", .permissionDenied)
        },
        Row("not enough memory to create a JSON parser") {
            throw ImportError.outOfMemory("to create a JSON parser")
        },
    ]

    @Test(
        arguments: syntaxErrors + textErrors + rangeErrors + planErrors + updateErrors + systemErrors)
    func errorHasExpectedMessageAndAdvice(row: Row) {
        let error = #expect(throws: ImportError.self) { try row.call() }
        let text = error.map { error in error.advice.map { "\(error.message); \($0)" } ?? error.message }
        #expect(text == row.text)
    }

    @Test func unencodableNumberErrorHasExpectedDescription() {
        let error = #expect(throws: EncodingError.self) {
            try JSONEncoder().encode([JSONValue.number("1e400")])
        }
        guard case .invalidValue(_, let context)? = error else {
            Issue.record("expected an invalid value, found \(String(describing: error))")
            return
        }
        #expect(context.debugDescription == "expected a JSON number that Double can hold")
    }
}
