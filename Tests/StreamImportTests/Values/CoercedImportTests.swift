import Foundation
import StreamImport
import Testing

/// Coercion in complete imports, with escapes, chunk boundaries and the locations of errors.
@Suite struct CoercedImportTests {
    struct Sample: Importable, Equatable {
        var count: Int?
        var ratio: Double?
        var price: Decimal?
        var text: String?
        var flag: Bool?
        var list: [Int] = []

        static let importPlan = ImportPlan(Sample.self) { fields in
            let count = fields.optional("count", Int.self)
            let ratio = fields.optional("ratio", Double.self)
            let price = fields.optional("price", Decimal.self)
            let text = fields.optional("text", String.self)
            let flag = fields.optional("flag", Bool.self)
            let list = fields.optional("list", [Int].self)
            return { draft in
                Sample(
                    count: draft[count], ratio: draft[ratio], price: draft[price], text: draft[text],
                    flag: draft[flag], list: draft[list] ?? [])
            }
        }
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let member: String
        /// The outcomes of a strict, a lossless and a permissive import.
        let outcomes: [Result<Sample, ExpectedError>]

        var testDescription: String { member }

        /// Creates a case. If there are two outcomes, the second one is the outcome of lossless and permissive imports.
        init(
            _ member: String, _ strict: Result<Sample, ExpectedError>,
            _ others: Result<Sample, ExpectedError>...
        ) {
            self.member = member
            outcomes = [strict] + (others.count == 1 ? others + others : others)
        }
    }

    struct ExpectedError: Error, Equatable {
        let text: String
    }

    static let cases: [Case] = [
        Case(
            #""count":"12""#, expectedError(9, "typeMismatch", "count", #"expected an integer, found "12""#),
            .success(Sample(count: 12))),
        Case(
            #""count":"\u0031e3""#,
            expectedError(9, "typeMismatch", "count", #"expected an integer, found "\u0031e3""#),
            .success(Sample(count: 1_000))),
        Case(
            #""count":"many""#,
            expectedError(9, "typeMismatch", "count", #"expected an integer, found "many""#),
            expectedError(9, "typeMismatch", "count", #"expected an integer, found "many""#)),
        Case(
            #""count":"1.5""#,
            expectedError(9, "typeMismatch", "count", #"expected an integer, found "1.5""#),
            expectedError(9, "numberOutOfRange", "count", #"expected an integer, found "1.5""#)),
        Case(
            #""count":" +1,234 ""#,
            expectedError(9, "typeMismatch", "count", #"expected an integer, found " +1,234 ""#),
            expectedError(9, "typeMismatch", "count", #"expected an integer, found " +1,234 ""#),
            .success(Sample(count: 1_234))),
        Case(
            #""count":true"#, expectedError(9, "typeMismatch", "count", "expected an integer, found true"),
            .success(Sample(count: 1))),
        Case(
            #""ratio":"1,5""#, expectedError(9, "typeMismatch", "ratio", #"expected a number, found "1,5""#),
            expectedError(9, "typeMismatch", "ratio", #"expected a number, found "1,5""#)),
        Case(
            #""ratio":"1e400""#,
            expectedError(9, "typeMismatch", "ratio", #"expected a number, found "1e400""#),
            expectedError(
                9, "numberOutOfRange", "ratio", #"expected a number that Double can hold, found "1e400""#)),
        Case(
            #""price":"1,234.50""#,
            expectedError(9, "invalidValue", "price", #"expected a number, found "1,234.50""#),
            expectedError(9, "invalidValue", "price", #"expected a number, found "1,234.50""#),
            .success(Sample(price: Decimal(string: "1234.5")))),
        Case(
            #""text":1.50"#, expectedError(8, "typeMismatch", "text", "expected a string, found 1.50"),
            .success(Sample(text: "1.50"))),
        Case(
            #""text":false"#, expectedError(8, "typeMismatch", "text", "expected a string, found false"),
            .success(Sample(text: "false"))),
        Case(
            #""flag":0"#, expectedError(8, "typeMismatch", "flag", "expected true or false, found 0"),
            .success(Sample(flag: false))),
        Case(
            #""flag":2"#, expectedError(8, "typeMismatch", "flag", "expected true or false, found 2"),
            expectedError(8, "numberOutOfRange", "flag", "expected 0 or 1, found 2"),
            .success(Sample(flag: true))),
        Case(
            #""flag":"TRUE""#,
            expectedError(8, "typeMismatch", "flag", #"expected true or false, found "TRUE""#),
            .success(Sample(flag: true))),
        Case(
            #""flag":"yes""#,
            expectedError(8, "typeMismatch", "flag", #"expected true or false, found "yes""#),
            expectedError(8, "typeMismatch", "flag", #"expected true or false, found "yes""#),
            .success(Sample(flag: true))),
        Case(
            #""list":[1,"2",true]"#,
            expectedError(11, "typeMismatch", "list[1]", #"expected an integer, found "2""#),
            .success(Sample(list: [1, 2, 1]))),
    ]

    /// Returns the error of the second record, which begins at byte 5, on the second line.
    private static func expectedError(
        _ offset: Int, _ code: String, _ path: String, _ message: String
    ) -> Result<Sample, ExpectedError> {
        .failure(
            ExpectedError(
                text: "\(code) at 2:\(offset + 1) (\(offset + 5)), record 2, $[1].\(path): \(message)"))
    }

    @Test(arguments: cases)
    func coercionPolicyAppliesToWholeImport(_ example: Case) async throws {
        for (policy, expected) in zip([CoercionPolicy.strict, .lossless, .permissive], example.outcomes) {
            let text = "[{},\n{\(example.member)}]"
            let outcome = try await importAllVariants(to: Sample.self, from: text, chunkSizes: [1, 7, nil]) {
                $0.coercion = policy
            }
            switch expected {
            case .success(let sample):
                #expect(outcome.message == nil)
                #expect(outcome.records == [Sample(), sample], "\(policy)")
            case .failure(let expectedError):
                #expect(outcome.records == [Sample()])
                #expect(outcome.message == expectedError.text, "\(policy)")
            }
        }
    }

    @Test func coercionIsLosslessByDefault() {
        #expect(ImportOptions().coercion == .lossless)
    }
}
