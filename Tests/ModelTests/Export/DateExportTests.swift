import Foundation
import StreamImport
import TestSupport
import Testing

/// The texts of dates under each strategy.
@Suite struct DateExportTests {
    /// A model with a date and with dates as seconds since 1970. The strategy of its fields is `Strategy.strategy`.
    struct Event<Strategy: DateStrategyProviding>: Importable, Equatable {
        var date: Date?
        var seconds: [Double] = []

        static var importPlan: ImportPlan {
            ImportPlan(Event.self) { fields in
                let date = fields.optional("date", Date.self, dates: Strategy.strategy)
                let seconds = fields.defaulted("seconds", [Double].self, dates: Strategy.strategy)
                return ModelOperations(
                    make: { draft in Event(date: draft[date], seconds: draft[seconds] ?? []) },
                    update: { _, old in old },
                    decompose: { event, values in
                        values.add(event.date, date)
                        values.add(event.seconds, seconds)
                    },
                    properties: { [:] })
            }
        }
    }

    protocol DateStrategyProviding: SendableMetatype {
        static var strategy: DateStrategy { get }
    }

    enum ISO8601: DateStrategyProviding { static let strategy = DateStrategy.iso8601 }
    enum Milliseconds: DateStrategyProviding { static let strategy = DateStrategy.unixMilliseconds }
    enum Seconds: DateStrategyProviding { static let strategy = DateStrategy.unixSeconds }
    enum Berlin: DateStrategyProviding {
        static let strategy = DateStrategy.format(
            "dd.MM.yyyy HH:mm", timeZone: TimeZone(identifier: "Europe/Berlin") ?? .gmt)
    }

    @Test(
        arguments: [
            (.automatic, 0, #""1970-01-01T00:00:00Z""#),
            (.automatic, 1_398_931_200, #""2014-05-01T08:00:00Z""#),
            (.automatic, 1_398_931_200.25, #""2014-05-01T08:00:00.25Z""#),
            (.iso8601, 0.1, #""1970-01-01T00:00:00.1Z""#),
            (.iso8601, -0.001, #""1969-12-31T23:59:59.999Z""#),
            (.iso8601, 1_398_931_200.123456, #""2014-05-01T08:00:00.123456Z""#),
            (.iso8601, -62_135_596_800, #""0001-01-01T00:00:00Z""#),
            (.iso8601, 253_402_300_799, #""9999-12-31T23:59:59Z""#),
            (.iso8601, 951_782_400, #""2000-02-29T00:00:00Z""#),
            (.iso8601, 4_107_542_400, #""2100-03-01T00:00:00Z""#),
            (.unixSeconds, 1_398_931_200, "1398931200"), (.unixSeconds, -0.25, "-0.25"),
            (.unixSeconds, 1_398_931_200.123456, "1398931200.123456"),
            (.unixMilliseconds, 1_398_931_200, "1398931200000"),
            (.unixMilliseconds, 1_398_931_200.123456, "1398931200123.456"),
            (.unixMilliseconds, -0.0005, "-0.5"),
            (.dotNet, 1_398_902_400, #""/Date(1398902400000)/""#), (.dotNet, -1.5, #""/Date(-1500)/""#),
            (.dotNetSimple, 1_398_931_200, #""2014-05-01T08:00:00""#),
            (.dotNetWithTimeZone, 1_398_931_200, #""2014-05-01T08:00:00+00:00""#),
            (Berlin.strategy, 1_398_931_200, #""01.05.2014 10:00""#),
            (.format("MMM d, yyyy"), 1_398_902_400, #""May 1, 2014""#),
            (.format("d.M.yyyy G"), -12_219_379_200, #""14.10.1582 AD""#),
        ] as [(DateStrategy, Double, String)])
    func dateIsExportedInStrategyFormatAndReimported(strategy: DateStrategy, seconds: Double, text: String)
        throws
    {
        let date = Date(timeIntervalSince1970: seconds)
        let line = try exportedLine(Box(date)) { $0.dates = strategy }
        #expect(line == "{\"value\":\(text)}")
        var options = ImportOptions()
        options.dates = strategy
        #expect(
            try StreamImporter.objects(of: Box<Date>.self, from: line, options: options).collect()
                == [Box(date)])
    }

    @Test(arguments: [DateStrategy.automatic, .iso8601, .unixSeconds, .unixMilliseconds])
    func randomDateRoundTripsExactly(strategy: DateStrategy) throws {
        var random = Random(seed: 7)
        let dates = (0..<2_000).map { index in
            // Dates near 1970, where seconds since 1970 are most precise; dates near 2001, where a `Date` is most
            // precise; and distant dates.
            let maximumDistance = [1.0, 1e4, 1e9, 6e10][index % 4]
            let center = index % 8 < 4 ? 0.0 : 978_307_200
            let seconds = min(
                max(center + Double.random(in: -maximumDistance...maximumDistance, using: &random), -6.2e10),
                2.5e11)
            return Date(timeIntervalSince1970: seconds)
        }
        let text = try exported(dates.map { Box($0) }) { $0.dates = strategy }
        var options = ImportOptions()
        options.dates = strategy
        let reimported = try StreamImporter.objects(of: Box<Date>.self, from: text, options: options)
            .collect()
        #expect(reimported.map(\.value) == dates)
    }

    @Test func fieldDateStrategyOverridesExportOption() throws {
        let date = Date(timeIntervalSince1970: 1_398_931_200.5)
        func line<Strategy: DateStrategyProviding>(_: Strategy.Type) throws -> String {
            let event = Event<Strategy>(date: date, seconds: [0.1, 1_398_931_200])
            let line = try exportedLine(event) { $0.dates = .dotNet }
            #expect(try StreamImporter.objects(of: Event<Strategy>.self, from: line).collect() == [event])
            return line
        }
        #expect(
            try line(ISO8601.self) == """
                {"date":"2014-05-01T08:00:00.5Z","seconds":["1970-01-01T00:00:00.1Z","2014-05-01T08:00:00Z"]}
                """)
        #expect(try line(Seconds.self) == #"{"date":1398931200.5,"seconds":[0.1,1398931200]}"#)
        #expect(try line(Milliseconds.self) == #"{"date":1398931200500,"seconds":[100,1398931200000]}"#)
    }

    @Test func doubleIsExportedAsNumberDespiteDateOption() throws {
        #expect(try exportedLine(Box(1.5)) { $0.dates = .iso8601 } == #"{"value":1.5}"#)
    }

    @Test(
        arguments: [
            (
                .dotNetSimple, 1_398_931_200.25,
                "expected a date such as 2014-05-01T08:00:00, found 2014-05-01T08:00:00.25Z"
            ),
            (
                .dotNetWithTimeZone, 0.5,
                "expected a date such as 2014-05-01T08:00:00+00:00, found 1970-01-01T00:00:00.5Z"
            ),
            (
                .dotNet, 0.0005,
                "expected a date such as /Date(1398902400000)/, found 1970-01-01T00:00:00.0005Z"
            ),
            (
                .iso8601, 1e12,
                "expected a date in the years 1 to 9999, found 1000000000000.0 seconds since 1970"
            ),
            (
                .unixSeconds, -1e12,
                "expected a date in the years 1 to 9999, found -1000000000000.0 seconds since 1970"
            ),
            (.automatic, .nan, "expected a date in the years 1 to 9999, found nan seconds since 1970"),
            (
                Berlin.strategy, 1_398_931_201,
                "expected a date such as dd.MM.yyyy HH:mm, found 2014-05-01 08:00:01 +0000"
            ),
            (
                .custom { _ in .now }, 0,
                """
                the custom date strategy cannot write dates; pass a write function to DateStrategy.custom
                """
            ),
        ] as [(DateStrategy, Double, String)])
    func dateUnsupportedByStrategyReportsError(strategy: DateStrategy, seconds: Double, text: String) {
        let dates = [Box([Date(timeIntervalSince1970: seconds)])]
        #expect(
            errorMessage { _ = try exported(dates) { $0.dates = strategy } } == "record 1, $[0].value[0]: "
                + text)
    }

    /// A local time that occurs twice is read as one date only. The other date cannot be exported.
    @Test func onlyOneDateOfRepeatedLocalHourIsExported() {
        let repeatedHour = Date(timeIntervalSince1970: 1_414_285_200)
        let exportedDates = [repeatedHour - 3600, repeatedHour].filter { date in
            errorMessage { _ = try exported([Event<Berlin>(date: date)]) } == nil
        }
        #expect(exportedDates.count == 1)
    }

    @Test(arguments: [1e-12, 978_307_200.000_000_000_1, 1_398_931_200.1])
    func secondsAreExportedExactlyOrReportError(seconds: Double) throws {
        for text in [
            try? exportedLine(Event<ISO8601>(seconds: [seconds])),
            try? exportedLine(Event<Milliseconds>(seconds: [seconds])),
        ].compactMap({ $0 }) {
            let isISO = text.contains("Z")
            let reimportedSeconds =
                try isISO
                ? StreamImporter.objects(of: Event<ISO8601>.self, from: text).collect()[0].seconds
                : StreamImporter.objects(of: Event<Milliseconds>.self, from: text).collect()[0].seconds
            #expect(reimportedSeconds == [seconds])
        }
        #expect(
            try StreamImporter.objects(
                of: Event<Seconds>.self, from: exportedLine(Event<Seconds>(seconds: [seconds]))
            ).collect()[0].seconds == [seconds])
    }

    @Test func fractionOfNanosecondReportsError() {
        #expect(
            errorMessage { _ = try exportedLine(Event<ISO8601>(seconds: [1e-12])) }
                == "record 1, $.seconds[0]: expected a date in whole nanoseconds, found 1e-12 seconds since 1970"
        )
    }

    struct DateBefore1970: Error {}

    /// A strategy for the days since 1970, such as `d10`.
    static let daysSince1970 = DateStrategy.custom { text in
        Date(timeIntervalSince1970: (Double(text.dropFirst()) ?? .nan) * 86_400)
    } write: { date in
        guard date.timeIntervalSince1970 >= 0 else { throw DateBefore1970() }
        return "d\(Int(date.timeIntervalSince1970 / 86_400))"
    }

    @Test func customStrategyExportsDateWithItsWriteFunction() throws {
        let boxes = [Box(Date(timeIntervalSince1970: 864_000))]
        let text = try exported(boxes) { $0.dates = Self.daysSince1970 }
        #expect(text == #"[{"value":"d10"}]"#)
        var options = ImportOptions()
        options.dates = Self.daysSince1970
        #expect(
            try StreamImporter.objects(of: Box<Date>.self, from: text, options: options).collect() == boxes)
    }

    @Test func errorOfCustomWriteFunctionBecomesCause() {
        let error = #expect(throws: ImportError.self) {
            _ = try exported([Box(Date(timeIntervalSince1970: -1))]) { $0.dates = Self.daysSince1970 }
        }
        #expect(error?.cause is DateBefore1970)
    }
}
