import Foundation
import StreamImport
import Testing

/// Fields that declare the format of their dates.
@Suite struct DateFieldTests {
    @Importable
    struct Event: Equatable {
        @DateFormat(.format("dd.MM.yyyy")) var day: Date?
        var made: Date?
        @DateFormat(.iso8601) var seconds: Double?
        @DateFormat(.automatic) var list: [Double] = []
        @DateFormat(.format("yyyy")) var holes: [String: [Double?]] = [:]
        var plain: Double?
        var plains: [Double] = []
    }

    struct InvalidDate: Error {}

    @Test(
        arguments: [
            (#""day":"01.05.2014""#, Event(day: Date(timeIntervalSince1970: 1_398_902_400))),
            (#""day":"\u00301.05.2014""#, Event(day: Date(timeIntervalSince1970: 1_398_902_400))),
            (#""made":"/Date(1500)/""#, Event(made: Date(timeIntervalSince1970: 1.5))),
            (#""seconds":"2014-05-01T08:00:00.25Z""#, Event(seconds: 1_398_931_200.25)),
            // A conversion through `Date` would lose a bit.
            (#""seconds":"1970-01-01T00:00:00.1Z""#, Event(seconds: 0.1)), (#""seconds":null"#, Event()),
            (
                #""list":["1970-01-02","/Date(2500)/",7.5,-1]"#,
                Event(list: [86_400, 2.5, 7.5, -1])
            ),
            (#""holes":{"a":["1971",null],"b":[1970]}"#, Event(holes: ["a": [31_536_000, nil], "b": [0]])),
            (#""plain":1.5,"plains":[1398931200000000]"#, Event(plain: 1.5, plains: [1_398_931_200_000_000])),
        ] as [(String, Event)])
    func fieldReadsDatesWithItsStrategy(members: String, event: Event) async throws {
        let outcome = try await importAllVariants(
            to: Event.self, from: "[{\(members)}]", chunkSizes: [1, 7, nil])
        #expect(outcome.message == nil)
        #expect(outcome.records == [event])
    }

    @Test(
        arguments: [
            (
                #""day":"2014-05-01""#,
                #"invalidValue at 1:9 (8), record 1, $[0].day: expected a date such as dd.MM.yyyy, found "2014-05-01""#
            ),
            (#""day":true"#, "typeMismatch at 1:9 (8), record 1, $[0].day: expected a date, found true"),
            (
                #""seconds":"never""#,
                #"invalidValue at 1:13 (12), record 1, $[0].seconds: expected a date in ISO 8601, found "never""#
            ),
            (
                #""seconds":1398931200"#,
                "typeMismatch at 1:13 (12), record 1, $[0].seconds: expected a date in ISO 8601, found 1398931200"
            ),
            (
                #""list":[0,1e300]"#,
                "numberOutOfRange at 1:13 (12), record 1, $[0].list[1]: "
                    + "expected a date in seconds since 1970, found 1e300"
            ),
            (
                #""plain":"2014-05-01""#,
                #"typeMismatch at 1:11 (10), record 1, $[0].plain: expected a number, found "2014-05-01""#
            ),
        ])
    func invalidDateIsRejected(members: String, message: String) async throws {
        let outcome = try await importAllVariants(
            to: Event.self, from: "[{\(members)}]", chunkSizes: [1, 7, nil])
        #expect(outcome.message == message)
    }

    /// The strategy of the options applies only to dates, not to fields of the type `Double`.
    @Test func dateOptionDoesNotApplyToDoubleFields() async throws {
        let outcome = try await importAllVariants(
            to: Event.self, from: #"[{"plain":1e15,"plains":[-1],"made":"1971"}]"#, chunkSizes: [1, nil]
        ) { $0.dates = .format("yyyy") }
        #expect(outcome.message == nil)
        #expect(
            outcome.records
                == [Event(made: Date(timeIntervalSince1970: 31_536_000), plain: 1e15, plains: [-1])])
    }

    @Test func customStrategyErrorIsReportedAsCause() async throws {
        let outcome = try await importAllVariants(
            to: Event.self, from: #"[{},{"made":"soon"}]"#, chunkSizes: [1, nil]
        ) { $0.dates = .custom { _ in throw InvalidDate() } }
        #expect(
            outcome.message
                == #"invalidValue at 1:13 (12), record 2, $[1].made: "soon" was rejected: InvalidDate()"#)
        #expect(outcome.error?.cause is InvalidDate)
        #expect(outcome.records == [Event()])
    }

    /// After the options are released, only the running import retains the strategy.
    @Test func strategyIsRetainedDuringIteration() throws {
        func iterator() -> ImportIterator<Event> {
            var options = ImportOptions()
            let offset = [86_400.0]
            options.dates = .custom { Date(timeIntervalSince1970: offset[0] * (Double($0) ?? .nan)) }
            options.chunkBytes = 4
            let text = #"[{"made":1},{"made":2},{"made":"3"}]"#
            return StreamImporter.objects(of: Event.self, from: text, options: options).makeIterator()
        }
        let events = iterator()
        for day in 1...3 {
            #expect(try events.next()?.made == Date(timeIntervalSince1970: 86_400 * Double(day)))
        }
    }
}
