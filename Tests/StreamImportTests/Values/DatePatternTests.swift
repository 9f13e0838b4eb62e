import Foundation
import Testing

@testable import JSONRecords
@testable import StreamImport

/// Dates in the format of a pattern. 2014-05-01T08:00:00Z is 1398931200.
@Suite struct DatePatternTests {
    @Test(
        arguments: [
            ("yyyy-MM-dd", "2014-05-01", 1_398_902_400), ("yyyyMMdd", "20140501", 1_398_902_400),
            ("dd.MM.yyyy HH:mm", "01.05.2014 08:00", 1_398_931_200),
            ("yyyy-MM-dd'T'HH:mm:ss.SSS", "2014-05-01T08:00:00.123", 1_398_931_200.123),
            ("MMM d, yyyy", "May 1, 2014", 1_398_902_400), ("d MMMM yyyy", "1 October 2014", 1_412_121_600),
            ("h:mm a dd/MM/yyyy", "8:00 PM 01/05/2014", 1_398_974_400),
            ("EEE MMM dd HH:mm:ss Z yyyy", "Thu May 01 08:00:00 +0000 2014", 1_398_931_200),
            ("yyyy-MM-dd", "0001-01-01", -62_135_596_800), ("yyyy-MM-dd", "9999-12-31", 253_402_214_400),
            ("yyyy-MM-dd", "1582-10-10", -12_219_724_800), ("yyyy-MM-dd", "1600-02-29", -11_670_998_400),
            ("yyyy-MM-dd", "1969-12-31", -86_400), ("HH:mm", "10:30", 946_722_600),
        ] as [(String, String, Double)])
    func patternDateIsReadInGMTByDefault(pattern: String, text: String, seconds: Double) throws {
        let dates = DateStrategy.format(pattern)
        #expect(try read(Date.self, text, as: .string, dates: dates).timeIntervalSince1970 == seconds)
    }

    @Test(
        arguments: [
            ("Asia/Shanghai", "01.05.2014 16:00"), ("America/New_York", "01.05.2014 04:00"),
            ("Asia/Kathmandu", "01.05.2014 13:45"), ("GMT", "01.05.2014 08:00"),
        ])
    func dateWithoutTimeZoneUsesGivenTimeZone(zone: String, text: String) throws {
        let dates = DateStrategy.format(
            "dd.MM.yyyy HH:mm", timeZone: try #require(TimeZone(identifier: zone)))
        #expect(try read(Date.self, text, as: .string, dates: dates).timeIntervalSince1970 == 1_398_931_200)
    }

    @Test(
        arguments: [
            ("yyyy-MM-dd HH:mm:ssZ", "2014-05-01 16:00:00+0800"),
            ("yyyy-MM-dd HH:mm:ssXXX", "2014-05-01 08:00:00Z"),
            ("yyyy-MM-dd HH:mm:ssXXX", "2014-04-30 22:30:00-09:30"),
            ("yyyy-MM-dd HH:mm:ss zzz", "2014-05-01 08:00:00 GMT"),
        ])
    func timeZoneInTextOverridesGivenTimeZone(pattern: String, text: String) throws {
        let dates = DateStrategy.format(pattern, timeZone: try #require(TimeZone(identifier: "Asia/Tokyo")))
        #expect(try read(Date.self, text, as: .string, dates: dates).timeIntervalSince1970 == 1_398_931_200)
    }

    @Test(arguments: [
        "", " ", "2014", "2014-05", "2014-05-01 ", " 2014-05-01", "\t2014-05-01", "2014-05-01\n",
        "2014-05-01x",
        "2014-05-01 08:00", "2014-05-01\0", "2014-13-01", "2014-02-29", "1500-02-29", "2014-05-32",
        "2014-05-00",
        "0000-01-01", "10000-01-01", "-001-01-01", "+2014-05-01", "yesterday", "May 1, 2014", "👩‍👩‍👧",
        "2014-05-01👩‍👩‍👧", "99999999999999999999-01-01",
    ])
    func textNotMatchingPatternIsRejected(text: String) {
        let expected = "invalid: a date such as yyyy-MM-dd"
        #expect(readError(Date.self, text, as: .string, dates: .format("yyyy-MM-dd")) == expected)
    }

    @Test func timeSkippedByDaylightSavingIsRejected() throws {
        let zone = try #require(TimeZone(identifier: "Europe/Berlin"))
        let dates = DateStrategy.format("yyyy-MM-dd HH:mm", timeZone: zone)
        #expect(
            readError(Date.self, "2014-03-30 02:30", as: .string, dates: dates)
                == "invalid: a date such as yyyy-MM-dd HH:mm")
    }

    @Test(arguments: ["", "qqqqqq''jj%", "'"])
    func invalidPatternRejectsAllTexts(pattern: String) {
        for text in ["", "a", "2014-05-01"] {
            #expect(
                readError(Date.self, text, as: .string, dates: .format(pattern))
                    == "invalid: a date such as \(pattern)")
        }
    }

    @Test func numberIsMatchedAsText() throws {
        let dates = DateStrategy.format("yyyyMMdd")
        #expect(try read(Date.self, "20140501", dates: dates).timeIntervalSince1970 == 1_398_902_400)
        #expect(readError(Date.self, "1398931200", dates: dates) == "invalid: a date such as yyyyMMdd")
        #expect(readError(Date.self, "true", as: .bool, dates: dates) == "mismatch: a date")
    }

    @Test func strategyIsUsableConcurrently() {
        let dates = DateStrategy.format("yyyy-MM-dd HH:mm")
        DispatchQueue.concurrentPerform(iterations: 200) { index in
            let minute = index % 60
            let text = "2014-05-01 08:\(minute < 10 ? "0" : "")\(minute)"
            let date = try? read(Date.self, text, as: .string, dates: dates)
            #expect(date?.timeIntervalSince1970 == Double(1_398_931_200 + 60 * minute))
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
