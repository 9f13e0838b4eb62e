import Foundation
import StreamImport
import Testing

/// Records are decoded as a `JSONDecoder` decodes the text of each record alone.
@Suite struct DecodedRecordTests {
    /// A model, a decoder, and the texts of records.
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let check: @Sendable (Layout) async throws -> Void

        init<Model: Decodable & Equatable & SendableMetatype>(
            _ model: Model.Type, _ texts: [String], _ configure: @Sendable (JSONDecoder) -> Void = { _ in }
        ) {
            let decoder = JSONDecoder()
            configure(decoder)
            testDescription = "\(model)"
            check = { try await requireSame(as: decoder, Model.self, texts, $0) }
        }
    }

    /// The text around the records.
    enum Layout: CaseIterable {
        case array, lines, envelope, sequence

        var path: JSONPath { self == .envelope ? "data.items" : JSONPath() }

        func text(_ records: [String]) -> String {
            switch self {
            case .array: "[" + records.joined(separator: " ,\n") + "]"
            case .lines: records.map { $0.replacing("\n", with: " ") + "\n" }.joined()
            case .envelope:
                #"{"next":null,"data":{"count":[1],"items":[\#(records.joined(separator: ","))]}}"#
            case .sequence: records.joined(separator: "\n \n")
            }
        }

        var format: ImportFormat {
            switch self {
            case .array, .envelope: .automatic
            case .lines: .lines
            case .sequence: .sequence
            }
        }

        /// Whether the records have the text that the layout was made from.
        func keepsText(_ record: String) -> Bool { self != .lines || !record.contains("\n") }
    }

    static let cases = [
        Case(
            DecodableModels.User.self,
            [
                #"{"id":1,"name":"Ann"}"#,
                "{\n  \"name\" : \"B\\u00e9a \\ud83d\\ude00\",\n  \"id\" : 2, \"address\" : {\"city\":\"Graz\"} }",
                #"{"id":3,"name":"C","friends":[{"id":4,"name":"D"},{"id":"5","name":"E"}]}"#,
                #"{"id":6}"#, #"{"id":7,"name":null}"#, #"{"id":8,"name":"F","address":{"zip":"1"}}"#,
                #"[1]"#, #"null"#, #"{"id":9,"name":"é\#u{1F600}","address":null,"unknown":[{},[]]}"#,
                #"{"id":10,"name":"\ud800"}"#,
            ]),
        Case(
            DecodableModels.Collections.self,
            [
                #"{"tags":[],"matrix":[],"counts":{},"names":{}}"#,
                #"{"tags":["a","b"],"matrix":[[1,2.5],[]],"counts":{"a":1,"b.c":2},"names":{"7":"x"},"set":[1,1]}"#,
                #"{"tags":["a",2],"matrix":[],"counts":{},"names":{}}"#,
                #"{"tags":[],"matrix":[[1],[2,null]],"counts":{},"names":{}}"#,
                #"{"tags":[],"matrix":[],"counts":{"a":"x"},"names":{}}"#,
                #"{"tags":[],"matrix":[],"counts":{},"names":{"seven":"x"}}"#,
                #"{"tags":[],"matrix":[],"counts":{},"names":{"7":8}}"#,
            ]),
        Case(
            DecodableModels.Alarm.self,
            [
                #"{"level":"low","history":["low","high"],"byLevel":{"x":"high"}}"#,
                #"{"level":"medium","history":[],"byLevel":{}}"#,
                #"{"level":"low","history":["low","none"],"byLevel":{}}"#,
                #"{"level":"low","history":[],"byLevel":{"a":"b"}}"#,
            ]),
        Case(
            DecodableModels.Shape.self,
            [
                #"{"circle":{"radius":1.5}}"#, #"{"polygon":{"_0":[{"x":1,"y":2}]}}"#, #"{"empty":{}}"#,
                #"{"square":{}}"#, #"{}"#, #"{"circle":{},"empty":{}}"#, #"{"polygon":{"_0":[{"x":1}]}}"#,
            ]),
        Case(
            DecodableModels.Event.self,
            [
                #"{"at":"2024-02-29T12:00:00Z","times":["1970-01-01T00:00:00Z"]}"#,
                #"{"at":"2023-02-31"}"#, #"{"at":17}"#, #"{"at":"2024-01-01T00:00:00Z","times":["x"]}"#,
            ]
        ) { $0.dateDecodingStrategy = .iso8601 },
        Case(
            DecodableModels.Event.self,
            [#"{"at":1500,"times":[0,-1.5]}"#, #"{"at":"1500"}"#, #"{"times":[]}"#]
        ) { $0.dateDecodingStrategy = .millisecondsSince1970 },
        Case(
            DecodableModels.Account.self,
            [
                #"{"account_id":1,"owner_name":"A","last_login":{"ip_address":"::1"}}"#,
                #"{"account_id":1,"ownerName":"A"}"#, #"{"account_id":"1","owner_name":"A"}"#,
                #"{"account_id":1,"owner_name":"A","last_login":{"ip_address":4}}"#,
            ]
        ) { $0.keyDecodingStrategy = .convertFromSnakeCase },
        Case(
            DecodableModels.Span.self, ["[1,2]", "[2,1]", "[1]", "[1,2,3]", #"["1",2]"#, "[ 3 ,\n4 ]", "{}"]),
        Case(
            DecodableModels.Dog.self,
            [
                #"{"name":"Rex","barks":true}"#, #"{"name":"Rex"}"#, #"{"barks":false}"#,
                #"{"barks":1,"name":""}"#,
            ]),
        Case(
            DecodableModels.Numbers.self,
            [
                #"{"byte":-128,"unsigned":18446744073709551615,"decimal":0.1234567890123456789,"float":1.5}"#,
                #"{"byte":128}"#, #"{"unsigned":-1}"#, #"{"unsigned":18446744073709551616}"#,
                #"{"byte":1.5}"#,
                #"{"double":1e400}"#, #"{"double":-0.0}"#, #"{"decimal":"1"}"#, #"{"double":"inf"}"#,
                #"{"byte":1e2,"double":12345678901234567890}"#,
            ]
        ) {
            $0.nonConformingFloatDecodingStrategy = .convertFromString(
                positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        },
        Case(
            DecodableModels.Values.self,
            [
                #"{"data":"AQID","url":"https://example.com/a?b","flag":false}"#, #"{"data":"!"}"#,
                #"{"flag":0}"#,
                #"{"uuid":"E621E1F8-C36C-495A-93FC-0C247A3E6E5F"}"#, #"{"uuid":"E621"}"#, #"{"url":[]}"#,
            ]),
        Case(Int?.self, ["1", "null", "-5", "1.5", #""2""#, "true", "[1]", "0"]),
        Case(String.self, [#""a""#, #""""#, #""\u00e9\n\"""#, "1", "null", #""é""#, "{}"]),
    ]

    @Test(arguments: cases, Layout.allCases)
    func recordIsDecodedAsAlone(_ test: Case, _ layout: Layout) async throws { try await test.check(layout) }

    private static func requireSame<Model: Decodable & Equatable & SendableMetatype>(
        as decoder: JSONDecoder, _ model: Model.Type, _ texts: [String], _ layout: Layout
    ) async throws {
        let outcome = try await importAllVariants(
            decoding: model, from: layout.text(texts), at: layout.path, using: decoder
        ) {
            $0.format = layout.format
            $0.errorPolicy = .collect()
            $0.keepsRejectedText = true
        }
        #expect(outcome.message == nil)
        let alone = texts.map { text in
            Result { try decoder.decode(Model.self, from: Data(text.utf8)) }
        }
        #expect(outcome.records == alone.compactMap { try? $0.get() })
        let rejected = try #require(outcome.summary).rejectedRecords
        let errors = alone.enumerated().compactMap { index, result in
            if case .failure(let error) = result { (number: index + 1, error: error) } else { nil }
        }
        try #require(rejected.map(\.number) == errors.map(\.number))
        for (record, expected) in zip(rejected, errors) {
            #expect(record.error.cause.map { ErrorFacts($0) } == ErrorFacts(expected.error))
            let text = texts[record.number - 1]
            if layout.keepsText(text) { #expect(record.text == text) }
            #expect(record.error.location?.offset == record.byteRange.lowerBound)
            #expect(record.error.record == record.number)
        }
    }

    /// The parts of an error that must be the same as for the record alone.
    private struct ErrorFacts: Equatable {
        var kind: String, path: [String] = [], message = "", type = ""

        init(_ error: any Error) {
            func context(_ context: DecodingError.Context) {
                path = context.codingPath.map { "\($0.stringValue)/\($0.intValue ?? -1)" }
                message = context.debugDescription
            }
            kind = "\(error)"
            guard let error = error as? DecodingError else { return }
            switch error {
            case .typeMismatch(let expected, let errorContext):
                (kind, type) = ("typeMismatch", "\(expected)")
                context(errorContext)
            case .valueNotFound(let expected, let errorContext):
                (kind, type) = ("valueNotFound", "\(expected)")
                context(errorContext)
            case .keyNotFound(let key, let errorContext):
                (kind, type) = ("keyNotFound", key.stringValue)
                context(errorContext)
            case .dataCorrupted(let errorContext):
                kind = "dataCorrupted"
                context(errorContext)
            @unknown default: break
            }
        }
    }
}
