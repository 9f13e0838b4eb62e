import Foundation
import GRDB
import StreamImport
import StreamImportGRDB
import Testing

/// Records that cannot become rows.
@Suite struct WriteErrorTests {
    private func exportError<Model: Importable>(_ model: Model.Type, _ text: String) -> String? {
        errorMessage { try records(text, of: Model.self).write(to: DatabaseQueue()) }
    }

    @Test func modelWithoutPropertiesIsError() {
        func message(_ type: String) -> String {
            """
            expected a model with properties, found \(type); write instances of a struct or class that is marked with \
            @Importable
            """
        }
        #expect(exportError(Int.self, "[1]") == message("Int"))
        #expect(exportError([String].self, "[[]]") == message("Array<String>"))
        #expect(exportError([String: Int].self, "[{}]") == message("Dictionary<String, Int>"))
        #expect(exportError(JSONValue.self, "[{}]") == message("JSONValue"))
        #expect(exportError(SkippedValue.self, "[{}]") == message("SkippedValue"))
        #expect(exportError(Half?.self, #"[{"value":1}]"#) == message("Optional<Half>"))
    }

    struct Half: Importable {
        var value: Double

        static let importPlan = ImportPlan(Half.self) { fields in
            let value = fields.required("value", Double.self)
            return { draft in Half(value: draft[value] / 2) }
        }
    }

    @Test func planWithoutModelOperationsIsError() {
        #expect(
            exportError(Half.self, #"[{"value":1}]"#) == """
                the plan of Half can create instances, but not read or update them; return ModelOperations from the plan, \
                or mark the type with @Importable
                """)
    }

    /// A model with numbers that JSON cannot spell.
    struct Quotient: Importable {
        var value: Double?
        var single: Float?

        static let importPlan = ImportPlan(Quotient.self) { fields in
            let value = fields.optional("value", Double.self)
            let single = fields.optional("single", Float.self)
            return ModelOperations(
                make: { draft in
                    Quotient(value: draft[value].map { 1 / $0 }, single: draft[single].map { _ in .nan })
                },
                update: { _, old in old },
                decompose: { quotient, values in
                    values.add(quotient.value, value)
                    values.add(quotient.single, single)
                },
                properties: { [:] })
        }
    }

    @Test func nonFiniteNumberIsError() {
        #expect(
            exportError(Quotient.self, #"[{"value":2},{"value":0}]"#)
                == "record 2, $.value: expected a JSON number, found inf")
        #expect(
            exportError(Quotient.self, #"[{"single":0}]"#)
                == "record 1, $.single: expected a JSON number, found nan")
    }

    @Importable
    struct Event {
        var at: Date
    }

    @Test(arguments: [
        (-62_135_596_801.0, "-62135596801.0"), (253_402_300_800, "253402300800.0"), (.infinity, "inf"),
        (.nan, "nan"),
    ])
    func dateOutsideYears1To9999IsError(seconds: Double, spelled: String) {
        var options = ImportOptions()
        options.dates = .custom { _ in Date(timeIntervalSince1970: seconds) }
        let events = StreamImporter.objects(of: Event.self, from: #"{"at":""}"#, options: options)
        #expect(
            errorMessage { try events.write(to: DatabaseQueue()) } == """
                record 1, $.at: expected a date in the years 1 to 9999, found \(spelled) seconds since 1970
                """)
    }

    struct Shy: ImportableScalar {
        init(_ token: borrowing ImportToken) {}
    }

    @Importable
    struct Secret {
        var shy: Shy
    }

    @Test func scalarWithoutExportIsError() {
        #expect(
            exportError(Secret.self, #"[{"shy":1}]"#) == """
                record 1, $.shy: Shy cannot be exported; implement exported(dates:) if it is a scalar, or mark it with \
                @Importable if it is a model
                """)
    }

    struct Huge: RawRepresentable, Importable {
        var rawValue: UInt
    }

    @Importable
    struct Sizes {
        var huge: Huge
        var all: [UInt64] = []
    }

    @Test func integerBeyondInt64IsErrorOutsideJSON() throws {
        #expect(
            exportError(Sizes.self, #"[{"huge":1},{"huge":9223372036854775808}]"#) == """
                record 2, $.huge: expected an integer from -9223372036854775808 to 9223372036854775807, found \
                9223372036854775808; declare the property as Decimal, which is stored as text
                """)
        let queue = try DatabaseQueue()
        try records(#"[{"huge":9223372036854775807,"all":[18446744073709551615]}]"#, of: Sizes.self).write(
            to: queue)
        #expect(try queue.lines("SELECT * FROM sizes") == [#"9223372036854775807 "[18446744073709551615]""#])
    }
}
