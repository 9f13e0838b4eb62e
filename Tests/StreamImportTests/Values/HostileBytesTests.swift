import Foundation
import TestSupport
import Testing

@testable import JSONRecords
@testable import StreamImport

/// For any bytes, an initializer returns or throws. A test fails only if the process crashes.
@Suite struct HostileBytesTests {
    private static let alphabets = [
        Array(0...255), Array("0123456789+-,.eE ".utf8), Array("0123456789-:TZ+/Date().".utf8),
        Array("truefalsyTRUEFALSY01 +-".utf8),
    ]

    @Test func arbitraryBytesDoNotTrap() {
        var random = Random(seed: TestTier.seed &+ 14)
        for _ in 0..<TestTier.count(1_000, full: 10_000) {
            let bytes = hostileBytes(&random)
            readAsScalars(bytes)
            readAsDates(bytes, Self.fixedFormats)
        }
    }

    /// This test has fewer inputs, because formatters are slow.
    @Test func arbitraryTextDoesNotTrapFormatter() {
        var random = Random(seed: TestTier.seed &+ 15)
        for _ in 0..<TestTier.count(200, full: 1_000) {
            readAsDates(hostileBytes(&random), Self.formatterStrategies)
        }
    }

    private func hostileBytes(_ random: inout Random) -> [UInt8] {
        let alphabet = Self.alphabets.randomElement(using: &random) ?? []
        return (0..<Int.random(in: 0...45, using: &random)).map { _ in
            alphabet.randomElement(using: &random) ?? 0
        }
    }

    // The properties are static, so that the strategies live longer than the policies, which do not retain the
    // strategies.
    private static let fixedFormats: [DateStrategy] = [
        .automatic, .iso8601, .unixSeconds, .unixMilliseconds, .dotNet, .dotNetSimple, .dotNetWithTimeZone,
    ]

    private static let formatterStrategies: [DateStrategy] = [
        .format("yyyy-MM-dd"), .format("yyyy-MM-dd'T'HH:mm:ssXXX"), .format("D"), .format(""),
        .custom { Date(timeIntervalSince1970: Double($0.utf8.count)) },
    ]

    private static let types: [any ImportableScalar.Type] = [
        Int.self, Int8.self, UInt64.self, Int128.self, Double.self, Float.self, Decimal.self, Bool.self,
        UUID.self, Data.self, URL.self, String.self, JSONValue.self,
    ]

    private static let kinds: [ImportToken.Kind] = [.string, .number, .bool]

    private func readAsScalars(_ bytes: [UInt8]) {
        for kind in Self.kinds {
            for coercion in CoercionPolicy.allCases {
                let policies = ScalarPolicies(dates: .automatic, coercion: coercion)
                for type in Self.types {
                    _ = try? type.init(ImportToken(kind: kind, bytes: bytes.span, policies: policies))
                }
            }
        }
    }

    private func readAsDates(_ bytes: [UInt8], _ strategies: [DateStrategy]) {
        for kind in Self.kinds {
            for dates in strategies {
                for coercion in CoercionPolicy.allCases {
                    let policies = ScalarPolicies(dates: dates, coercion: coercion)
                    let token = ImportToken(kind: kind, bytes: bytes.span, policies: policies)
                    _ = try? Date(token)
                    _ = try? token.secondsSince1970()
                }
            }
        }
    }
}
