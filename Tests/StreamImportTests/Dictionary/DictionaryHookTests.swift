import Foundation
import StreamImport
import Synchronization
import Testing

/// Hooks and identity maps in imports of dictionaries, and values that JSON text cannot have.
@Suite struct DictionaryHookTests {
    @Importable
    struct Item: ImportIntercepting, Equatable {
        var a: Int?
        var b: Int?
        var c: String?
        var when: Date?
        var any: Any?

        /// The keys that an import intercepts.
        final class Log: Sendable {
            let keys = Mutex<[String]>([])
        }

        @TaskLocal static var log: Log?

        static func intercept(_ member: ImportedMember) -> MemberDecision {
            log?.keys.withLock { $0.append(member.key) }
            switch (member.key, member.value) {
            case ("when", is Date): return .keep
            case ("when", _): return .replace(Date(timeIntervalSince1970: 1))
            case ("c", let list as [Any]): return .replace(list.map { "\($0)" }.joined(separator: " "))
            default: return .keep
            }
        }

        static func == (left: Item, right: Item) -> Bool {
            left.a == right.a && left.b == right.b && left.c == right.c && left.when == right.when
        }
    }

    @Test func everyMemberIsInterceptedOnceDespiteMismatch() throws {
        var options = ImportOptions()
        options.mismatches = .skipValue
        // The order of the members differs between dictionaries.
        for _ in 0..<20 {
            let dictionary: [String: Any] = ["a": "x", "b": 1, "c": ["p", 1, true], "z": 2, "A": 3]
            let log = Item.Log()
            let item = try Item.$log.withValue(log) { try Item(dictionary: dictionary, options: options) }
            #expect(item == Item(a: 3, b: 1, c: "p 1 true"))
            #expect(log.keys.withLock { $0 } == ["A", "a", "b", "c", "z"])
        }
    }

    @Test func nonJSONValueFollowsInterceptDecision() throws {
        let date = Date(timeIntervalSince1970: 9)
        #expect(try Item(dictionary: ["when": date]).when == date)
        #expect(try Item(dictionary: ["when": Data()]).when == Date(timeIntervalSince1970: 1))
    }

    @Test func decimalKeepsDigitsInDynamicProperty() throws {
        let decimal = try #require(Decimal(string: "0.12345678901234567890123456789"))
        for value in [decimal, NSDecimalNumber(decimal: decimal)] as [Any] {
            #expect(try DynamicHolder(dictionary: ["any": value]).any as? Decimal == decimal)
        }
    }

    @Test func integralDecimalBecomesIntInDynamicProperty() throws {
        #expect(try DynamicHolder(dictionary: ["any": Decimal(12)]).any as? Int == 12)
    }

    @Importable
    struct DynamicHolder {
        var any: Any
        @DateFormat(.unixSeconds) var seconds: Double?
        var date: Date?
    }

    @Test(arguments: ["seconds", "date", "any"])
    func nonFiniteDateReportsError(key: String) {
        for time in [Double.infinity, -.infinity, .nan] {
            let error = #expect(throws: ImportError.self) {
                var members: [String: Any] = ["any": 1]
                members[key] = Date(timeIntervalSince1970: time)
                return try DynamicHolder(dictionary: members)
            }
            #expect(error?.message == "expected a finite number, found \(time)")
        }
    }

    @Test func deeplyNestedOptionalIsUnwrapped() throws {
        var value: Any = 7
        for _ in 0..<10_000 { value = Optional<Any>.some(value) as Any }
        #expect(try DynamicHolder(dictionary: ["any": value]).any as? Int == 7)
    }

    @Test func firstPolicyAddsOnlyFirstInstanceOfDuplicateKeyToMap() throws {
        // The order of the members differs between dictionaries. The import reads members in key order.
        for _ in 0..<20 {
            let companies = IdentityMap(\Company.id)
            var options = ImportOptions()
            options.reuseInstances(in: companies)
            options.duplicateKeys = .first
            let members: [String: Any] = ["COMPANY": ["id": 1], "com_pany": ["id": 2], "other": 1]
            _ = try CompanyHolder(dictionary: members, options: options)
            #expect(companies.values.map(\.id) == [1])
        }
    }

    @Importable
    struct CompanyHolder {
        var company: Company
    }
}
