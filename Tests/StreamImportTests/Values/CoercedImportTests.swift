import Foundation
import StreamImport
import Testing

/// Coercion in complete imports, with escapes, chunk boundaries and the locations of errors.
@Suite struct CoercedImportTests {
    @Importable
    struct Sample: Equatable {
        var count: Int?
        var ratio: Double?
        var price: Decimal?
        var text: String?
        var flag: Bool?
        var list: [Int] = []
    }

    /// A value of a member, and the outcomes of a strict, a lossless and a permissive import: the value as JSON, or the code
    /// of the error and what is expected.
    struct Row: Sendable, CustomTestStringConvertible {
        let member: String, value: String
        let outcomes: [String]
        /// The index of the element with the error, its offset in the value, and its text.
        var element: (index: Int, offset: Int, found: String)?

        init(
            _ member: String, _ value: String, _ strict: String, _ lossless: String, _ permissive: String,
            element: (index: Int, offset: Int, found: String)? = nil
        ) {
            (self.member, self.value, self.element) = (member, value, element)
            outcomes = [strict, lossless, permissive]
        }

        var testDescription: String { "\(member): \(value)" }
    }

    private static let noInteger = "typeMismatch an integer", noNumber = "typeMismatch a number"
    private static let noString = "typeMismatch a string", noBool = "typeMismatch true or false"
    private static let noDecimal = "invalidValue a number"

    private static let rows: [Row] = [
        Row("count", #""12""#, noInteger, "12", "12"),
        Row("count", #""\u0031e3""#, noInteger, "1000", "1000"),
        Row("count", #""many""#, noInteger, noInteger, noInteger),
        Row("count", #""1.5""#, noInteger, "numberOutOfRange an integer", "numberOutOfRange an integer"),
        Row("count", #"" +1,234 ""#, noInteger, noInteger, "1234"),
        Row("count", "true", noInteger, "1", "1"),
        Row("ratio", #""1,5""#, noNumber, noNumber, noNumber),
        Row(
            "ratio", #""1e400""#, noNumber, "numberOutOfRange a number that Double can hold",
            "numberOutOfRange a number that Double can hold"),
        Row("price", #""1,234.50""#, noDecimal, noDecimal, "1234.5"),
        Row("text", "1.50", noString, #""1.50""#, #""1.50""#),
        Row("text", "false", noString, #""false""#, #""false""#),
        Row("flag", "0", noBool, "false", "false"),
        Row("flag", "2", noBool, "numberOutOfRange 0 or 1", "true"),
        Row("flag", #""TRUE""#, noBool, "true", "true"),
        Row("flag", #""yes""#, noBool, noBool, "true"),
        Row("list", #"[1,"2",true]"#, noInteger, "[1,2,1]", "[1,2,1]", element: (1, 3, #""2""#)),
    ]

    @Test(arguments: rows)
    func coercionPolicyAppliesToWholeImport(_ row: Row) async throws {
        for (policy, expected) in zip([CoercionPolicy.strict, .lossless, .permissive], row.outcomes) {
            let text = "[{},\n{\"\(row.member)\":\(row.value)}]"
            let outcome = try await importAllVariants(to: Sample.self, from: text, chunkSizes: [1, 7, nil]) {
                $0.coercion = policy
            }
            guard let space = expected.firstIndex(of: " ") else {
                let sample = try Sample(json: "{\"\(row.member)\":\(expected)}")
                #expect(outcome.message == nil && sample != Sample())
                #expect(outcome.records == [Sample(), sample], "\(policy)")
                continue
            }
            // The second record begins at byte 5, on the second line.
            let offset = row.member.utf8.count + 4 + (row.element?.offset ?? 0)
            let path = "$[1].\(row.member)" + (row.element.map { "[\($0.index)]" } ?? "")
            #expect(outcome.records == [Sample()])
            #expect(
                outcome.message
                    == "\(expected[..<space]) at 2:\(offset + 1) (\(offset + 5)), record 2, \(path): "
                    + "expected\(expected[space...]), found \(row.element?.found ?? row.value)", "\(policy)")
        }
    }

    @Test func coercionIsLosslessByDefault() {
        #expect(ImportOptions().coercion == .lossless)
    }
}
