import StreamImport
import Testing

/// An error in the text of a record names the whole unexpected token, with its location and path, for any chunk size.
@Suite struct UnexpectedTokenTests {
    /// A text, and the offset and the text of the token that is found instead of a comma or a bracket.
    typealias Row = (text: String, offset: Int, found: String)

    /// If a comma is missing, libyajl moves back by the length of the unexpected token, which depends on the chunks.
    @Test(
        arguments: [
            (#"{"a":{}1"b":2}"#, 7, "1"), (#"{"a":{} 12"b":2}"#, 8, "12"), (#"{"a":1"b":2}"#, 6, #""b""#),
            (#"{"a":1 2,"b":3}"#, 7, "2"), (#"{"a":1 2]"#, 7, "2"), (#"{"a":1]"#, 6, "']'"),
            (#"{"a":""""}"#, 7, #""""#), (#"{"a":"" "","b":1}"#, 8, #""""#), (#"{"a":[1]]}"#, 8, "']'"),
            (#"{"a":1 true}"#, 7, "true"), (#"{"a":truefalse}"#, 5, "truefalse"), (#"{"a":-1:2}"#, 7, "':'"),
            (#"{"a":1 "long text"}"#, 7, #""long text""#), (#"{"a":"b"{}}"#, 8, "'{'"),
            (#"{"a":1"",}"#, 6, #""""#), (#"{"a":00}"#, 5, "00"), (#"{"a":{}00,"#, 7, "00"),
            (#"{"a":00[]}"#, 5, "00"), (#"{"a":1-2[]}"#, 5, "1-2"), (#"{"a":true1{}}"#, 5, "true1"),
            (#"{"a":0[]}"#, 6, "'['"),
        ] as [Row])
    func tokenFoundInsteadOfCommaIsReported(row: Row) async throws {
        let outcome = try await importAllVariants(to: JSONValue.self, from: row.text) { $0.format = .json }
        #expect(outcome.error?.location?.offset == row.offset)
        #expect(outcome.error?.message == "expected ',' or '}' after a member, found \(row.found)")
        try expectError(of: JSONValue.self, row) { $0.format = .json }
    }

    /// The reported part of the token depended on the chunks, and on whether the texts of rejected records were kept.
    @Test(
        arguments: [
            (#"[{"":{"y":5},"list":01]"#, 20, "01"), (#"[{"":{"y":5},"list":01,"#, 20, "01"),
            (#"[{"list":01}]"#, 9, "01"), (#"[{"list":00]"#, 9, "00"), (#"[{"list":-01]"#, 9, "-01"),
            (#"[{"list":0123456789}]"#, 9, "0123456789"), (#"[{"list":1-2]"#, 9, "1-2"),
            (#"[{"list":true1]"#, 9, "true1"), (#"[{"list":nullnull]"#, 9, "nullnull"),
            (#"[{"list":"x"5]"#, 12, "5"), (#"[{"list":"x"05]"#, 12, "05"), (#"[{"list":"x"5,"#, 12, "5"),
            (#"[{"list":"x"true}]"#, 12, "true"), (#"[{"list":"x""y"]"#, 12, #""y""#),
            (#"[{"list":"x"""]"#, 12, #""""#), (#"[{"list":""5]"#, 11, "5"),
            (#"[{"list":"""y"]"#, 11, #""y""#),
            (#"[{"list":"x"[]]"#, 12, "'['"), (#"[{"list":1"y"]"#, 10, #""y""#),
            (#"[{"list":1{}]"#, 10, "'{'"),
            (#"[{"list":1]"#, 10, "']'"), (#"[{"list":"x"]"#, 12, "']'"), (#"[{"list":1 2]"#, 11, "2"),
            (#"[{"list":"x" 5]"#, 13, "5"), (#"[{"list":01 ]"#, 9, "01"), ("[{\"list\":\"x\"\n05]", 13, "05"),
        ] as [Row])
    func tokenAdjoiningRejectedRecordIsReportedInFull(row: Row) throws {
        for keepsText in [false, true] {
            let outcome = try expectError(of: Point.self, at: "[0].list", row) {
                $0.errorPolicy = .skip()
                $0.keepsRejectedText = keepsText
            }
            #expect(outcome.summary?.rejectedCount == 1)
        }
    }

    /// The location of the mismatch is determined first, so that the scan for the unexpected token starts at the
    /// skipped value.
    @Test(
        arguments: [
            (#"[{"y":""[1]}]"#, 8, "'['"), (#"[{"y":"" {}}]"#, 9, "'{'"), (#"[{"y":""5}]"#, 8, "5"),
            (#"[{"y":"" true}]"#, 9, "true"), (#"[{"y":true "x"}]"#, 11, #""x""#),
        ] as [Row])
    func tokenAfterSkippedValueIsReported(row: Row) throws {
        for keepsText in [false, true] {
            try expectError(of: Point.self, row) {
                $0.mismatches = .skipValue
                $0.coercion = .strict
                $0.errorPolicy = .skip()
                $0.keepsRejectedText = keepsText
            }
        }
    }

    @discardableResult
    private func expectError<Model: Importable & Equatable>(
        of model: Model.Type, at path: JSONPath = JSONPath(), _ row: Row,
        _ configure: (inout ImportOptions) -> Void
    ) throws -> Outcome<Model> {
        let outcome = try importAllChunkSizes(
            to: model, from: Array(row.text.utf8), at: path, chunkSizes: Array(1...row.text.utf8.count),
            configure)
        #expect(outcome.error?.location?.offset == row.offset)
        #expect(outcome.error?.message == "expected ',' or '}' after a member, found \(row.found)")
        return outcome
    }

    @Test(arguments: [
        (#"[{"a":[1/**/]}]"#, 8), (#"[{"a":[""/**/]}]"#, 9), (#"{"a":1/**/}"#, 6), ("[1/**/]", 2),
    ])
    func commentAfterValueIsReportedAtItsLocation(text: String, offset: Int) throws {
        let sizes = Array(1...text.utf8.count)
        let outcome = try importAllChunkSizes(to: JSONValue.self, from: Array(text.utf8), chunkSizes: sizes) {
            $0.format = .json
        }
        #expect(outcome.error?.location?.offset == offset)
        #expect(outcome.error?.message == "expected JSON, found a comment: '/'")
    }

    // MARK: - Paths

    private static let brackets = String(repeating: "[", count: 600)

    /// The path of the outermost value that is not on the path of the records.
    @Test(arguments: [
        (#"{"data":[{"x":tru},{"items":[]}]}"#, "$.data[0]"),
        (#"{"data":[1,[[tru]],{"items":[]}]}"#, "$.data[1]"), (#"{"data":[\#(brackets)"#, "$.data[0]"),
    ])
    func errorOutsideRecordPathNamesEnvelopeElement(text: String, path: String) throws {
        let error = #expect(throws: ImportError.self) {
            try StreamImporter.objects(of: JSONValue.self, from: text, at: "data[2].items").collect()
        }
        #expect(error?.path?.description == path)
    }

    @Importable
    struct Owner {
        var name: String?
        var tags: [[String: Int]]?
    }

    @Importable
    struct Hooked: ImportIntercepting {
        var owner: Owner

        static func intercept(_ member: ImportedMember) -> MemberDecision { .keep }
    }

    @Importable
    struct OnPath {
        var owner: Owner
        @Key("owner.name") var name: String?
    }

    @Test(
        arguments: [
            (#"[{"owner":{"name":tru}}]"#, "$[0].owner.name"),
            (#"[{"owner":{"name":"a","tags":[{},{"a":1,"b\u0020":[1,x]}]}}]"#, "$[0].owner.tags[1].b [1]"),
            (#"[{"owner":{"name":"a","tags":[{},"#, "$[0].owner.tags[1]"),
            (#"[{"owner":{"tags":[\#(brackets)"#, "$[0].owner.tags"),
        ], [1, 5, 1000])
    func errorInRecordedValueReportsPathOfError(text: (String, String), chunkBytes: Int) throws {
        var options = ImportOptions()
        options.chunkBytes = chunkBytes
        let errors = [
            #expect(throws: ImportError.self) {
                try StreamImporter.objects(of: Hooked.self, from: text.0, options: options).collect()
            },
            #expect(throws: ImportError.self) {
                try StreamImporter.objects(of: OnPath.self, from: text.0, options: options).collect()
            },
        ]
        #expect(errors[0]?.path?.description.hasPrefix(text.1) == true, "\(String(describing: errors[0]))")
        #expect(errors[1]?.path == errors[0]?.path)
    }
}
