import Foundation
import Testing

@testable import StreamImport

/// Whatever the bytes are, an initialiser returns or throws. That the process is still there is the test.
@Suite struct HostileBytesTests {
    @Test func noBytesTrap() {
        var random = SeededGenerator(seed: 14)
        let alphabets = [
            Array(0...255), Array("0123456789+-.eE".utf8), Array("0123456789-:TZ+/Date().".utf8),
        ]
        for _ in 0..<10_000 {
            let alphabet = alphabets.randomElement(using: &random) ?? []
            let bytes = (0..<Int.random(in: 0...45, using: &random)).map { _ in
                alphabet.randomElement(using: &random) ?? 0
            }
            readAsEverything(bytes)
        }
    }

    private func readAsEverything(_ bytes: [UInt8]) {
        let strategies: [DateStrategy] = [
            .automatic, .iso8601, .unixSeconds, .unixMilliseconds, .dotNet, .dotNetSimple,
            .dotNetWithTimeZone,
        ]
        let types: [any ImportableScalar.Type] = [
            Int.self, Int8.self, UInt64.self, Int128.self, Double.self, Float.self, Decimal.self, Bool.self,
            UUID.self,
            Data.self, URL.self, String.self,
        ]
        for kind in [ImportToken.Kind.string, .number, .bool] {
            for dates in strategies {
                _ = try? Date(
                    ImportToken(
                        kind: kind, bytes: bytes.span,
                        policies: ScalarPolicies(dates: dates, coercion: .permissive)))
            }
            for type in types {
                _ = try? type.init(
                    ImportToken(
                        kind: kind, bytes: bytes.span,
                        policies: ScalarPolicies(dates: .automatic, coercion: .permissive)))
            }
        }
    }
}
