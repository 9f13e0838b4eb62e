import Foundation
import StreamImport
import Testing

/// A model that intercepts its members receives each number in a type that holds all significant digits.
@Suite struct InterceptedNumberTests {
    @Importable
    struct NumberDescription: ImportIntercepting, Equatable {
        var value: String?

        static func intercept(_ member: ImportedMember) -> MemberDecision {
            .replace("\(type(of: member.value))=\(member.value)")
        }
    }

    @Test(arguments: [
        ("7", "Int=7"), ("-9223372036854775808", "Int=-9223372036854775808"),
        ("18446744073709551615", "UInt64=18446744073709551615"),
        ("18446744073709551616", "Decimal=18446744073709551616"), ("0.1", "Double=0.1"),
        ("1.50", "Double=1.5"),
        ("3.141592653589793238", "Decimal=3.141592653589793238"), ("1e300", "Double=1e+300"),
        ("-0", "Double=-0.0"), ("-0.0", "Double=-0.0"), ("1e400", #"JSONValue=number("1e400")"#),
        ("1.000000000000000001e-200", #"JSONValue=number("1.000000000000000001e-200")"#),
    ])
    func interceptedNumberTypeHoldsAllDigits(number: String, typeAndValue: String) async throws {
        let outcome = try await importAllVariants(to: NumberDescription.self, from: "[{\"value\":\(number)}]")
        // `Decimal` prints its type as `NSDecimal` on Apple platforms.
        let values = outcome.records?.map { $0.value?.replacing("NSDecimal", with: "Decimal") }
        #expect(values == [typeAndValue])
    }
}
