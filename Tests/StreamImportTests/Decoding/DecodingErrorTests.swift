import Foundation
import StreamImport
import Testing

/// The errors of records that a decoder rejects.
@Suite struct DecodingErrorTests {
    private typealias User = DecodableModels.User

    /// A record, and the description of its error.
    static let errors = [
        (
            #"{"id":1,"name":2}"#,
            """
            record 2, $.data.items[1].name: the decoder found: Expected to decode String but found number instead
            """
        ),
        (
            #"{"id":1,"name":"A","friends":[{"id":2,"name":"B"},{"id":3,"name":"C","address":{"city":null}}]}"#,
            """
            record 2, $.data.items[1].friends[1].address.city: the decoder found: Cannot get value of type String -- \
            found null value instead; if null is correct, make the property optional
            """
        ),
        (
            #"{"id":1}"#,
            """
            record 2, $.data.items[1]: the decoder found no key "name"; if the key may be missing, make the property \
            optional; if its spelling differs, set keyDecodingStrategy of the decoder, or declare CodingKeys
            """
        ),
        (
            #"{"id":1.5,"name":"A"}"#,
            #"""
            record 2, $.data.items[1]: the decoder found: The given data was not valid JSON; the record is valid \#
            JSON, so check whether each number fits its property, and whether a \u escape is an unpaired surrogate
            """#
        ),
        (
            "7",
            """
            record 2, $.data.items[1]: the decoder found: Expected to decode Dictionary<String, Any> but found number \
            instead
            """
        ),
    ]

    @Test(arguments: errors)
    func errorHasLocationOfRecordAndPathOfValue(_ record: String, _ description: String) async throws {
        let text = "{\"data\":{\"items\":[{\"id\":0,\"name\":\"\"},\n  \(record)]}}"
        let outcome = try await importAllVariants(decoding: User.self, from: text, at: "data.items")
        #expect(outcome.records?.count == 1)
        #expect(outcome.error?.description == "line 2, column 3 (byte 40), " + description)
        #expect(outcome.error?.cause is DecodingError)
    }

    @Test func codeIsThatOfDecodingError() throws {
        func code(_ text: String) -> ImportError.Code? {
            #expect(throws: ImportError.self) {
                try StreamImporter.objects(decoding: User.self, from: text).collect()
            }?.code
        }
        #expect(code(#"{"id":"","name":""}"#) == .typeMismatch)
        #expect(code(#"{"id":1,"name":null}"#) == .typeMismatch)
        #expect(code("{}") == .missingKeys)
        #expect(code(#"{"id":0.5}"#) == .invalidValue)
    }

    @Test func errorOfInitializerIsCause() async throws {
        let outcome = try await importAllVariants(decoding: DecodableModels.Span.self, from: "[[1,2],[4,3]]")
        #expect(outcome.records?.count == 1)
        #expect(outcome.error?.code == .rejectedByModel && outcome.error?.path?.description == "$[1]")
        #expect(
            outcome.error?.cause as? DecodableModels.Span.Reversed
                == DecodableModels.Span.Reversed(lower: 4, upper: 3))
    }

    @Test func integerKeyOfDictionaryIsKeyInPath() throws {
        let error = #expect(throws: ImportError.self) {
            try StreamImporter.objects(decoding: [Int: [Bool]].self, from: #"[{"7":[true,1]}]"#).collect()
        }
        #expect(error?.path?.description == "$[0].7[1]")
    }

    @Test func syntaxErrorIsThatOfParser() async throws {
        let outcome = try await importAllVariants(decoding: Int.self, from: "[1,2,x]")
        #expect(outcome.records == [1, 2])
        #expect(outcome.error?.category == .syntax && outcome.error?.location?.offset == 5)
    }

    @Test func brokenLineIsRejected() async throws {
        let outcome = try await importAllVariants(
            decoding: User.self, from: "{\"id\":1,\"name\":\"A\"}\n{\"id\":\n{\"id\":2,\"name\":\"B\"}\n"
        ) {
            $0.errorPolicy = .collect()
        }
        #expect(outcome.records?.map(\.id) == [1, 2])
        #expect(outcome.summary?.rejectedRecords.map(\.number) == [2])
    }

    @Test func nestingBeyondLimitEndsImport() async throws {
        let outcome = try await importAllVariants(decoding: [[Int]].self, from: "[[[1]],[[2]]]") {
            $0.maximumDepth = 2
        }
        #expect(outcome.error?.code == .tooDeep)
    }

    @Test func rejectedRecordsAboveLimitEndImport() async throws {
        let outcome = try await importAllVariants(decoding: Int.self, from: #"[1,"2",3,"4",5]"#) {
            $0.errorPolicy = .skip(limit: 1)
        }
        #expect(outcome.error?.code == .tooManyRejected && outcome.error?.record == 4)
    }

    @Test func adjacentScalarsEndImport() async throws {
        let outcome = try await importAllVariants(decoding: Bool.self, from: "true false truefalse") {
            $0.format = .sequence
        }
        #expect(outcome.records == [true, false])
        #expect(outcome.error?.code == .unexpectedToken)
    }

    @Test func optionsForValuesHaveNoEffect() async throws {
        let outcome = try await importAllVariants(decoding: User.self, from: #"[{"ID":"1","name":5}]"#) {
            $0.coercion = .permissive
            $0.errorPolicy = .collect()
            $0.unknownKeys = .rejectRecord
        }
        #expect(outcome.summary?.rejectedRecords.map(\.error.code) == [.missingKeys])
    }
}
