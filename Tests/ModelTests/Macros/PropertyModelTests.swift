import Foundation
import StreamImport
import Testing

/// Different kinds of properties, in structs whose conformance the macro generates.
@Suite struct PropertyModelTests {
    /// A model with static, constant, observed, ignored and computed properties.
    @Importable
    struct Gauge: Equatable {
        static let scale = 10
        static var unit: String { "m" }

        let kind = "gauge"
        var value: Int {
            didSet { changes += 1 }
        }
        var label = "none" {
            willSet { changes += 1 }
        }
        @Ignored var changes = 0
        var scaled: Int { value * Self.scale }
        var half: Int {
            get { value / 2 }
            set { value = newValue * 2 }
        }

        static func == (left: Gauge, right: Gauge) -> Bool {
            (left.value, left.label, left.changes) == (right.value, right.label, right.changes)
        }
    }

    @Test func importCallsNoObserverAndSetsOnlyStoredVariables() async throws {
        let outcome = try await importAllVariants(
            to: Gauge.self, from: #"[{"value":4,"label":"a","scaled":1,"half":9,"unit":"x"}]"#)
        let gauge = try #require(outcome.records?.first)
        #expect((gauge.value, gauge.label, gauge.changes) == (4, "a", 0))
        #expect((gauge.kind, gauge.scaled, gauge.half) == ("gauge", 40, 2))
    }

    @Importable
    struct Lazy {
        var number: Int
        lazy var text = "number \(number)"
    }

    @Test func lazyPropertyIsComputedInsteadOfImported() throws {
        var lazy = try #require(
            try StreamImporter.objects(of: Lazy.self, from: #"{"number":1,"text":"x"}"#).collect().first)
        #expect(lazy.text == "number 1")
    }

    @Importable
    struct Defaults: Equatable {
        var integer = -1
        var double = 1.5
        var bool = true
        var text = "text \(1)"
        var list = [Int]()
        var table = [String: [Double]]()
        var set = Set<String>()
        var numbers = [1, 2]
        var byName = ["a": 1]
        var small = 1 as UInt8
        var date = Date(timeIntervalSince1970: 0) as Date
        var level: Level = .low
        var nothing: Int?? = nil
        var unwrapped: Int! = 3
    }

    @Importable
    enum Level: String {
        case low, high
    }

    @Test func defaultsApplyUnlessOverridden() async throws {
        let outcome = try await importAllVariants(
            to: Defaults.self,
            from: """
                [{}, {"integer":7,"double":2,"bool":false,"text":"","list":[1],"table":{"a":[0.5]},"set":["b","b"],
                "numbers":[],"byName":{"c":3},"small":255,"date":60,"level":"high","nothing":4,"unwrapped":5}]
                """)
        #expect(outcome.message == nil)
        #expect(
            outcome.records == [
                Defaults(),
                Defaults(
                    integer: 7, double: 2, bool: false, text: "", list: [1], table: ["a": [0.5]], set: ["b"],
                    numbers: [], byName: ["c": 3], small: 255, date: Date(timeIntervalSince1970: 60),
                    level: .high, nothing: 4, unwrapped: 5),
            ])
    }

    /// A number that is clamped to the range from 0 to 100.
    @propertyWrapper
    struct Clamped: Equatable {
        private var value: Int

        init(wrappedValue: Int) { value = min(max(wrappedValue, 0), 100) }

        var wrappedValue: Int {
            get { value }
            set { self = Clamped(wrappedValue: newValue) }
        }
    }

    @Importable
    struct Volume: Equatable {
        @Clamped var left: Int
        @Clamped var right = 200
    }

    @Test func propertyWrapperReceivesImportedValue() async throws {
        let outcome = try await importAllVariants(
            to: Volume.self, from: #"[{"left":101},{"left":3,"right":-4}]"#)
        #expect(outcome.records == [Volume(left: 100, right: 100), Volume(left: 3, right: 0)])
    }

    @Importable
    struct Names: Equatable {
        var fields: Int
        var draft: Int?
        var value = 1
        var `default`: Int
        var `init`: Int?
        var `self`: Int?
        var größe = 0.5
        let `two words`: Int?
    }

    @Test func escapedAndNonASCIIPropertyNamesAreImported() async throws {
        let outcome = try await importAllVariants(
            to: Names.self,
            from: """
                [{"fields":1,"draft":2,"value":3,"default":4,"init":5,"self":6,"größe":7,"two words":8}]
                """)
        #expect(
            outcome.records == [
                Names(
                    fields: 1, draft: 2, value: 3, default: 4, init: 5, self: 6, größe: 7, `two words`: 8)
            ])
    }

    @Importable
    struct Dated: Equatable {
        @DateFormat(.unixMilliseconds) var sent: Date
        @DateFormat(.iso8601) var read: Date?
        @DateFormat(.dotNet) var gone = Date(timeIntervalSince1970: 0) as Date
    }

    @Test func dateFormatAttributeAppliesToItsProperty() async throws {
        let outcome = try await importAllVariants(
            to: Dated.self,
            from: #"[{"sent":1500,"read":"1970-01-01T00:00:02Z","gone":"/Date(3000)/"},{"sent":0}]"#)
        #expect(outcome.message == nil)
        let dates = [0, 1.5, 2, 3].map(Date.init(timeIntervalSince1970:))
        #expect(
            outcome.records == [
                Dated(sent: dates[1], read: dates[2], gone: dates[3]), Dated(sent: dates[0]),
            ])
    }
}
