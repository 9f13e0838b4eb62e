import Foundation
import TestSupport
import Testing

@testable import JSONRecords
@testable import StreamImport

/// A token of a date, the strategies that read it, and the date or the error that is common to the strategies.
struct DateRow: Sendable, CustomTestStringConvertible {
    let strategies: [DateStrategy], kind: ImportToken.Kind, text: String
    /// The seconds since 1970; `nil` for a token that is rejected.
    var seconds: Double?
    /// The error; `nil` for any error.
    var error: String?

    var testDescription: String { "\(kind) \(text.debugDescription)" }

    func check() throws {
        for strategy in strategies {
            guard let seconds else {
                let found = readError(Date.self, text, as: kind, dates: strategy)
                #expect(error.map { found == $0 } ?? (found != nil), "\(strategy)")
                continue
            }
            let date = try read(Date.self, text, as: kind, dates: strategy)
            #expect(date == Date(timeIntervalSince1970: seconds), "\(strategy)")
        }
    }

    static func accepted(
        _ strategies: [DateStrategy], as kind: ImportToken.Kind = .string, _ rows: [(String, Double)]
    ) -> [DateRow] {
        rows.map { DateRow(strategies: strategies, kind: kind, text: $0, seconds: $1) }
    }

    static func rejected(
        _ strategies: [DateStrategy], as kind: ImportToken.Kind = .string, _ error: String?,
        _ texts: [String]
    ) -> [DateRow] {
        texts.map { DateRow(strategies: strategies, kind: kind, text: $0, error: error) }
    }
}

/// Dates in the formats of the strategies. 2014-05-01T08:00:00Z is 1398931200.
@Suite struct DateTests {
    @Test(arguments: acceptedISO8601 + acceptedDotNet + acceptedUnixDates + acceptedPatterns)
    func dateIsRead(row: DateRow) throws { try row.check() }

    @Test(arguments: rejectedISO8601 + rejectedDotNet + rejectedUnixDates + rejectedPatterns)
    func invalidDateIsRejected(row: DateRow) throws { try row.check() }

    private static let iso8601 = "a date in ISO 8601"
    private static let automatic = "a date (ISO 8601, /Date(ms)/ or seconds since 1970)"
    private static let dotNet = "a date such as /Date(1398902400000)/"
    private static let seconds = "a date in seconds since 1970"
    private static let milliseconds = "a date in milliseconds since 1970"

    // MARK: - ISO 8601

    private static let acceptedISO8601: [DateRow] =
        DateRow.accepted(
            [.iso8601, .automatic],
            [
                ("2014-05-01T08:00:00Z", 1_398_931_200), ("2014-05-01t08:00:00z", 1_398_931_200),
                ("2014-05-01 08:00:00Z", 1_398_931_200), ("2014-05-01T08:00:00", 1_398_931_200),
                ("2014-05-01 08:00:00", 1_398_931_200), ("2014-05-01T16:00:00+08:00", 1_398_931_200),
                ("2014-05-01T16:00:00+0800", 1_398_931_200), ("2014-05-01T16:00:00+08", 1_398_931_200),
                ("2014-04-30T22:30:00-09:30", 1_398_931_200), ("2014-04-30T22:30:00-0930", 1_398_931_200),
                ("2014-05-01T08:00:00-00:00", 1_398_931_200), ("2014-05-02T07:59:00+23:59", 1_398_931_200),
                ("2014-05-01", 1_398_902_400), ("1970-01-01", 0), ("1969-12-31T23:59:59Z", -1),
                ("2000-02-29T00:00:00Z", 951_782_400), ("2012-02-29", 1_330_473_600),
                ("2038-01-19T03:14:08Z", 2_147_483_648), ("0001-01-01T00:00:00Z", -62_135_596_800),
                ("9999-12-31T23:59:59Z", 253_402_300_799), ("0001-01-01", -62_135_596_800),
                ("2016-12-31T23:59:60Z", 1_483_228_800), ("0001-01-01T08:00:00+08:00", -62_135_596_800),
                ("0001-12-31T23:59:59Z", -62_104_060_801), ("2017-01-01T08:59:60+09:00", 1_483_228_800),
                ("1900-03-01", -2_203_891_200), ("1600-02-29", -11_670_998_400),
                ("2014-05-01T08:00:00.1Z", 1_398_931_200.1), ("2014-05-01T08:00:00.12Z", 1_398_931_200.12),
                ("2014-05-01T08:00:00.123Z", 1_398_931_200.123),
                ("2014-05-01T08:00:00.1234Z", 1_398_931_200.1234),
                ("2014-05-01T08:00:00.12345", 1_398_931_200.12345),
                ("2014-05-01 08:00:00.123456", 1_398_931_200.123456),
                ("2014-05-01T16:00:00.1234567+08:00", 1_398_931_200.1234567),
                ("2014-05-01T16:00:00.12345678+0800", 1_398_931_200.12345678),
                ("2014-05-01T16:00:00.123456789+08", 1_398_931_200.123456789),
                ("1969-12-31T23:59:59.75Z", -0.25), ("1969-12-31T23:59:59.9Z", -0.1),
                ("1970-01-01T00:00:00.000000001Z", 1e-9), ("2016-12-31T23:59:60.5Z", 1_483_228_800.5),
                ("9999-12-31T23:59:59.999Z", 253_402_300_799.999),
                ("9999-12-31T23:59:59.9999999Z", 253_402_300_800.nextDown),
                ("0001-01-01T00:00:00.001Z", -62_135_596_799.999),
                ("2014-05-01T08:00:00.000Z", 1_398_931_200),
                ("2014-05-01T08:00:00.1234567890123Z", 1_398_931_200.123456789),
            ])

    private static let invalidISO8601 = [
        "", "2014", "2014-05", "2014-5-1", "14-05-01", "2014-05-01T", "2014-05-01Z", "2014-05-01T08",
        "2014-05-01T08:00", "2014-05-01T08:00Z", "2014-05-01T24:00:00Z", "2014-05-01T08:60:00Z",
        "2014-05-01T08:00:61Z", "2014-00-01", "2014-13-01", "2014-05-00", "2014-05-32", "2014-04-31",
        "2014-02-29", "1900-02-29", "2100-02-29", "0000-12-31", "0000-01-01T00:00:00Z", "10000-01-01",
        "-001-01-01", "+2014-05-01", "2014/05/01", "20140501", "2014-05-01T08:00:00.Z",
        "2014-05-01T08:00:00.", "2014-05-01T08:00:00,5Z", "2014-05-01T08:00:00+", "2014-05-01T08:00:00+8",
        "2014-05-01T08:00:00+8:00", "2014-05-01T08:00:00+08:", "2014-05-01T08:00:00+08:0",
        "2014-05-01T08:00:00+080", "2014-05-01T08:00:00+24:00", "2014-05-01T08:00:00+08:60",
        "2014-05-01T08:00:00ZZ", "2014-05-01T08:00:00Z ", " 2014-05-01", "2014-05-01_08:00:00",
        "2014-05-01  08:00:00", "2014-05-01T08:00:00 +08:00", "2014-05-01T08:00:00GMT", "a014-05-01",
        "2014-05-0a", "2014-05-01T0a:00:00Z", "2014-05-01T08:00:0", "yesterday", "1398931200",
        "٢٠١٤-٠٥-٠١", "2014-05-01\0", "2014:05:01T08-00-00Z", "9999-12-31T23:59:60",
        "9999-12-31T23:59:59-01:00", "0001-01-01T00:00:00.5+08:00",
    ]

    private static let rejectedISO8601: [DateRow] =
        DateRow.rejected([.iso8601], "invalid: \(iso8601)", invalidISO8601)
        + DateRow.rejected([.automatic], "invalid: \(automatic)", invalidISO8601)
        + DateRow.rejected([.iso8601], as: .number, "mismatch: \(iso8601)", ["1398931200"])
        + DateRow.rejected([.iso8601], as: .bool, "mismatch: \(iso8601)", ["true"])
        + DateRow.rejected([.automatic], as: .bool, "mismatch: \(automatic)", ["true"])
        + DateRow.rejected([.iso8601], nil, ["/Date(0)/"])

    // MARK: - .NET

    /// The offset is ignored, because the milliseconds are in UTC.
    private static let acceptedDotNet: [DateRow] =
        DateRow.accepted(
            [.dotNet, .automatic],
            [
                ("/Date(1398902400000)/", 1_398_902_400), ("/Date(1398902400000+0800)/", 1_398_902_400),
                ("/Date(1398902400000-0330)/", 1_398_902_400), ("/date(1398902400000)/", 1_398_902_400),
                ("/DATE(1398902400000+0000)/", 1_398_902_400), ("/Date(0)/", 0), ("/Date(-1)/", -0.001),
                ("/Date(-1500)/", -1.5), ("/Date(-1000+0100)/", -1),
                ("/Date(1398902400123)/", 1_398_902_400.123), ("/Date(-62135596800000)/", -62_135_596_800),
                ("/Date(253402300799999)/", 253_402_300_799.999),
            ])
        + DateRow.accepted(
            [.dotNetSimple],
            [
                ("2014-05-01T08:00:00", 1_398_931_200), ("2014-05-01T07:59:60", 1_398_931_200),
            ])
        + DateRow.accepted(
            [.dotNetWithTimeZone],
            [
                "2014-05-01T16:00:00+08:00", "2014-05-01T16:00:00+0800", "2014-05-01T16:00:00+08",
                "2014-05-01T08:00:00Z", "2014-04-30T22:30:00-09:30", "2014-05-01T07:59:60Z",
            ].map { ($0, 1_398_931_200) })

    private static let invalidDotNet = [
        "", "/", "/Date", "/Date()/", "/Date(-)/", "/Date(1398902400000)", "Date(1398902400000)",
        "/Date(1398902400000/", "/Date(1.5)/", "/Date(1e3)/", "/Date(+1)/", "/Date(--1)/", "/Date(1+08)/",
        "/Date(1+08:00)/", "/Date(1+2400)/", "/Date(1+0860)/", "/Date(1)/ ", "/Date( 1)/", "/Dote(1)/",
        "/Date(1+)/", "/Date(253402300800000)/", "/Date(-62135596800001)/",
        "/Date(99999999999999999999999999999999)/", "/Date(1Z)/", "//",
    ]

    private static let rejectedDotNet: [DateRow] =
        DateRow.rejected([.dotNet], "invalid: \(dotNet)", invalidDotNet)
        + DateRow.rejected([.automatic], nil, invalidDotNet)
        + DateRow.rejected([.dotNet], as: .number, "mismatch: \(dotNet)", ["1398902400000"])
        + DateRow.rejected([.dotNet], nil, ["2014-05-01"])
        + DateRow.rejected(
            [.dotNetSimple], "invalid: a date such as 2014-05-01T08:00:00",
            [
                "2014-05-01", "2014-05-01T08:00:00Z", "2014-05-01 08:00:00", "2014-05-01t08:00:00",
                "9999-12-31T23:59:60",
                "2014-05-01T08:00:00.0", "2014-05-01T08:00:00+08:00", "2014-05-01T08:00:0", "",
            ])
        + DateRow.rejected(
            [.dotNetWithTimeZone], "invalid: a date such as 2014-05-01T08:00:00+08:00",
            [
                "2014-05-01T08:00:00", "2014-05-01", "2014-05-01 08:00:00+08:00",
                "2014-05-01T08:00:00.5+08:00", "2014-05-01T08:00:00+08:00 ", "2014-05-01T08:00:00+", "",
                "0001-01-01T00:00:00+08:00", "9999-12-31T23:59:59-01:00",
            ])

    // MARK: - Unix

    private static let unixSeconds: [(String, Double)] = [
        ("1398931200", 1_398_931_200), ("0", 0), ("-1", -1), ("-0.25", -0.25),
        ("1398931200.123456", 1_398_931_200.123456), ("1.3989312e9", 1_398_931_200),
        ("-62135596800", -62_135_596_800), ("253402300799", 253_402_300_799),
        ("1398931200.123456789012345678901234", 1_398_931_200.123456789),
    ]

    private static let unixMilliseconds: [(String, Double)] = [
        ("1398931200000", 1_398_931_200), ("1398931200123", 1_398_931_200.123), ("0", 0), ("-1", -0.001),
        ("0.5", 0.0005), ("1398931200123.456", 1_398_931_200.123456), ("1.3989312e12", 1_398_931_200),
    ]

    private static let acceptedUnixDates: [DateRow] =
        DateRow.accepted([.unixSeconds, .automatic], as: .number, unixSeconds)
        + DateRow.accepted([.unixSeconds], unixSeconds)
        + DateRow.accepted([.unixMilliseconds], as: .number, unixMilliseconds)
        + DateRow.accepted([.unixMilliseconds], unixMilliseconds)

    private static let datesOutsideYears1To9999 = [
        "1398931200000", "253402300800", "-62135596801", "1e300", "1e400", "-1e999999999999999999",
    ]

    private static let rejectedUnixDates: [DateRow] =
        DateRow.rejected([.unixSeconds], as: .number, "outOfRange: \(seconds)", datesOutsideYears1To9999)
        + DateRow.rejected([.unixMilliseconds], as: .number, nil, datesOutsideYears1To9999.map { "\($0)e3" })
        + DateRow.rejected([.unixSeconds], "invalid: \(seconds)", malformedNumbers)
        + DateRow.rejected([.unixMilliseconds], as: .number, "invalid: \(milliseconds)", malformedNumbers)
        + DateRow.rejected([.unixSeconds], as: .bool, "mismatch: \(seconds)", ["true"])

    // MARK: - Patterns

    private static func zoned(_ pattern: String, _ zone: String) -> DateStrategy {
        .format(pattern, timeZone: TimeZone(identifier: zone)!)
    }

    /// A date without a time zone is in the given time zone, by default GMT. A time zone in the text has precedence.
    private static let acceptedPatterns: [DateRow] =
        datesInGMT.flatMap { DateRow.accepted([.format($0)], [($1, $2)]) }
        + zonedDates.flatMap { DateRow.accepted([zoned("dd.MM.yyyy HH:mm", $0)], [($1, 1_398_931_200)]) }
        + datesWithZone.flatMap { DateRow.accepted([zoned($0, "Asia/Tokyo")], [($1, 1_398_931_200)]) }
        // A number is matched as text.
        + DateRow.accepted([.format("yyyyMMdd")], as: .number, [("20140501", 1_398_902_400)])

    private static let datesInGMT =
        [
            ("yyyy-MM-dd", "2014-05-01", 1_398_902_400), ("yyyyMMdd", "20140501", 1_398_902_400),
            ("dd.MM.yyyy HH:mm", "01.05.2014 08:00", 1_398_931_200),
            ("yyyy-MM-dd'T'HH:mm:ss.SSS", "2014-05-01T08:00:00.123", 1_398_931_200.123),
            ("MMM d, yyyy", "May 1, 2014", 1_398_902_400),
            ("d MMMM yyyy", "1 October 2014", 1_412_121_600),
            ("h:mm a dd/MM/yyyy", "8:00 PM 01/05/2014", 1_398_974_400),
            ("EEE MMM dd HH:mm:ss Z yyyy", "Thu May 01 08:00:00 +0000 2014", 1_398_931_200),
            ("yyyy-MM-dd", "0001-01-01", -62_135_596_800), ("yyyy-MM-dd", "9999-12-31", 253_402_214_400),
            ("yyyy-MM-dd", "1582-10-10", -12_219_724_800), ("yyyy-MM-dd", "1600-02-29", -11_670_998_400),
            ("yyyy-MM-dd", "1969-12-31", -86_400), ("HH:mm", "10:30", 946_722_600),
        ] as [(String, String, Double)]

    private static let zonedDates = [
        ("Asia/Shanghai", "01.05.2014 16:00"), ("America/New_York", "01.05.2014 04:00"),
        ("Asia/Kathmandu", "01.05.2014 13:45"), ("GMT", "01.05.2014 08:00"),
    ]

    private static let datesWithZone = [
        ("yyyy-MM-dd HH:mm:ssZ", "2014-05-01 16:00:00+0800"),
        ("yyyy-MM-dd HH:mm:ssXXX", "2014-05-01 08:00:00Z"),
        ("yyyy-MM-dd HH:mm:ssXXX", "2014-04-30 22:30:00-09:30"),
        ("yyyy-MM-dd HH:mm:ss zzz", "2014-05-01 08:00:00 GMT"),
    ]

    private static let rejectedPatterns: [DateRow] =
        DateRow.rejected(
            [.format("yyyy-MM-dd")], "invalid: a date such as yyyy-MM-dd",
            [
                "", " ", "2014", "2014-05", "2014-05-01 ", " 2014-05-01", "\t2014-05-01", "2014-05-01\n",
                "2014-05-01x", "2014-05-01 08:00", "2014-05-01\0", "2014-13-01", "2014-02-29", "1500-02-29",
                "2014-05-32", "2014-05-00", "0000-01-01", "10000-01-01", "-001-01-01", "+2014-05-01",
                "yesterday", "May 1, 2014", "👩‍👩‍👧", "2014-05-01👩‍👩‍👧", "99999999999999999999-01-01",
            ])
        // The clocks skip this time.
        + DateRow.rejected(
            [zoned("yyyy-MM-dd HH:mm", "Europe/Berlin")], "invalid: a date such as yyyy-MM-dd HH:mm",
            ["2014-03-30 02:30"])
        + ["", "qqqqqq''jj%", "'"].flatMap {
            DateRow.rejected([.format($0)], "invalid: a date such as \($0)", ["", "a", "2014-05-01"])
        }
        + DateRow.rejected(
            [.format("yyyyMMdd")], as: .number, "invalid: a date such as yyyyMMdd", ["1398931200"])
        + DateRow.rejected([.format("yyyyMMdd")], as: .bool, "mismatch: a date", ["true"])

    @Test func strategyIsUsableConcurrently() {
        let dates = DateStrategy.format("yyyy-MM-dd HH:mm")
        DispatchQueue.concurrentPerform(iterations: 200) { index in
            let minute = index % 60
            let text = "2014-05-01 08:\(minute < 10 ? "0" : "")\(minute)"
            let date = try? read(Date.self, text, as: .string, dates: dates)
            #expect(date?.timeIntervalSince1970 == Double(1_398_931_200 + 60 * minute))
        }
    }

    // MARK: - Calendar

    @Test func daysOfYears1To9999HaveConsecutiveNumbers() throws {
        var expectedNumber = -719_162
        for year in 1...9999 {
            for month in 1...12 {
                for day in 1...31 {
                    guard let date = CivilDate(year: year, month: month, day: day) else { continue }
                    if date.daysSince1970 != expectedNumber { Issue.record("\(year)-\(month)-\(day)") }
                    expectedNumber += 1
                }
            }
        }
        #expect(expectedNumber == 2_932_897)
    }

    /// The `Double` equals the value of a JSON number with the same digits.
    @Test func secondsSince1970MatchJSONNumber() throws {
        var random = Random(seed: TestTier.seed &+ 11)
        for _ in 0..<TestTier.count(2_000, full: 50_000) {
            let bits = Int.random(in: 1...37, using: &random)
            let seconds = Int.random(in: 0..<(1 << bits), using: &random)
            let nanoseconds = Int.random(in: 0..<1_000_000_000, using: &random)
            let fraction = String(String(1_000_000_000 + nanoseconds).dropFirst())
            let after = Instant(seconds: seconds, nanoseconds: nanoseconds)
            #expect(after.secondsSince1970 == Double("\(seconds).\(fraction)"))
            guard nanoseconds > 0 else { continue }
            let before = Instant(seconds: -seconds - 1, nanoseconds: 1_000_000_000 - nanoseconds)
            #expect(before.secondsSince1970 == Double("-\(seconds).\(fraction)"))
        }
    }
}

/// Dates that the closure of a custom strategy creates.
@Suite struct CustomDateTests {
    struct InvalidDate: Error, Equatable {
        let text: String
    }

    /// A strategy that reads the number of quarters of an hour since 2001.
    private static let quarters = DateStrategy.custom { text in
        guard let quarters = Double(text) else { throw InvalidDate(text: text) }
        return Date(timeIntervalSinceReferenceDate: quarters * 900)
    }

    @Test func customStrategyReceivesText() throws {
        for (text, kind) in [("4", ImportToken.Kind.string), ("4", .number), ("0.4e1", .number)] {
            let date = try read(Date.self, text, as: kind, dates: Self.quarters)
            #expect(date == Date(timeIntervalSinceReferenceDate: 3_600))
        }
        // The strategy receives the spelling of a number, without rounding.
        let echo = DateStrategy.custom { throw InvalidDate(text: $0) }
        #expect(readError(Date.self, "1.50e400", dates: echo) == #"InvalidDate(text: "1.50e400")"#)
        #expect(readError(Date.self, "größer", as: .string, dates: echo) == #"InvalidDate(text: "größer")"#)
    }

    @Test func boolIsRejectedAsDate() {
        #expect(readError(Date.self, "true", as: .bool, dates: Self.quarters) == "mismatch: a date")
    }

    /// A `Date` stores the seconds since 2001. A conversion to seconds since 1970 would lose a bit of this date.
    @Test func customDateKeepsFullPrecision() throws {
        let date = Date(timeIntervalSinceReferenceDate: 0.1)
        #expect(try read(Date.self, "", as: .string, dates: .custom { _ in date }) == date)
    }
}

/// The equality of strategies.
@Suite struct DateStrategyTests {
    @Test func strategiesWithSameSettingsAreEqual() throws {
        let tokyo = try #require(TimeZone(identifier: "Asia/Tokyo"))
        let custom = DateStrategy.custom { _ in Date() }
        let strategies: [DateStrategy] = [
            .automatic, .iso8601, .unixSeconds, .unixMilliseconds, .dotNet, .dotNetSimple,
            .dotNetWithTimeZone, .format("yyyy"), .format("MM"), .format("yyyy", timeZone: tokyo), custom,
            .custom { _ in Date() },
        ]
        #expect(Set(strategies).count == strategies.count)
        #expect(Set(strategies + [.iso8601, .format("yyyy"), custom]).count == strategies.count)
        #expect(DateStrategy.format("yyyy") == .format("yyyy", timeZone: .gmt))
    }
}
