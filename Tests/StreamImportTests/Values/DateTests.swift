import Foundation
import Testing

@testable import JSONRecords
@testable import StreamImport

/// ISO 8601 and related formats. 2014-05-01T08:00:00Z is 1398931200.
@Suite struct ISO8601DateTests {
    @Test(
        arguments: [
            ("2014-05-01T08:00:00Z", 1_398_931_200), ("2014-05-01t08:00:00z", 1_398_931_200),
            ("2014-05-01 08:00:00Z", 1_398_931_200), ("2014-05-01T08:00:00", 1_398_931_200),
            ("2014-05-01 08:00:00", 1_398_931_200), ("2014-05-01T16:00:00+08:00", 1_398_931_200),
            ("2014-05-01T16:00:00+0800", 1_398_931_200), ("2014-05-01T16:00:00+08", 1_398_931_200),
            ("2014-04-30T22:30:00-09:30", 1_398_931_200), ("2014-04-30T22:30:00-0930", 1_398_931_200),
            ("2014-05-01T08:00:00-00:00", 1_398_931_200), ("2014-05-02T07:59:00+23:59", 1_398_931_200),
            ("2014-05-01", 1_398_902_400), ("1970-01-01", 0), ("1969-12-31T23:59:59Z", -1),
            ("2000-02-29T00:00:00Z", 951_782_400), ("2012-02-29", 1_330_473_600),
            ("2038-01-19T03:14:08Z", 2_147_483_648),
            ("0001-01-01T00:00:00Z", -62_135_596_800), ("9999-12-31T23:59:59Z", 253_402_300_799),
            ("0001-01-01", -62_135_596_800), ("2016-12-31T23:59:60Z", 1_483_228_800),
            ("9999-12-31T23:59:60Z", 253_402_300_800), ("9999-12-31T23:59:59-01:00", 253_402_304_399),
            ("0001-01-01T00:00:00+08:00", -62_135_625_600), ("0001-12-31T23:59:59Z", -62_104_060_801),
            ("2017-01-01T08:59:60+09:00", 1_483_228_800), ("1900-03-01", -2_203_891_200),
            ("1600-02-29", -11_670_998_400),
        ] as [(String, Double)])
    func dateIsReadInUTC(text: String, seconds: Double) throws {
        let date = Date(timeIntervalSince1970: seconds)
        #expect(try read(Date.self, text, as: .string, dates: .iso8601) == date)
        #expect(try read(Date.self, text, as: .string, dates: .automatic) == date)
    }

    @Test(
        arguments: [
            ("2014-05-01T08:00:00.1Z", 1_398_931_200.1), ("2014-05-01T08:00:00.12Z", 1_398_931_200.12),
            ("2014-05-01T08:00:00.123Z", 1_398_931_200.123),
            ("2014-05-01T08:00:00.1234Z", 1_398_931_200.1234),
            ("2014-05-01T08:00:00.12345", 1_398_931_200.12345),
            ("2014-05-01 08:00:00.123456", 1_398_931_200.123456),
            ("2014-05-01T16:00:00.1234567+08:00", 1_398_931_200.1234567),
            ("2014-05-01T16:00:00.12345678+0800", 1_398_931_200.12345678),
            ("2014-05-01T16:00:00.123456789+08", 1_398_931_200.123456789), ("1969-12-31T23:59:59.75Z", -0.25),
            ("1969-12-31T23:59:59.9Z", -0.1), ("1970-01-01T00:00:00.000000001Z", 1e-9),
            ("2016-12-31T23:59:60.5Z", 1_483_228_800.5), ("9999-12-31T23:59:59.999Z", 253_402_300_799.999),
            ("0001-01-01T00:00:00.001Z", -62_135_596_799.999), ("2014-05-01T08:00:00.000Z", 1_398_931_200),
            ("2014-05-01T08:00:00.1234567890123Z", 1_398_931_200.123456789),
        ] as [(String, Double)])
    func fractionalSecondsAreRead(text: String, seconds: Double) throws {
        #expect(
            try read(Date.self, text, as: .string, dates: .iso8601) == Date(timeIntervalSince1970: seconds))
    }

    @Test(arguments: [
        "", "2014", "2014-05", "2014-5-1", "14-05-01", "2014-05-01T", "2014-05-01Z", "2014-05-01T08",
        "2014-05-01T08:00",
        "2014-05-01T08:00Z", "2014-05-01T24:00:00Z", "2014-05-01T08:60:00Z", "2014-05-01T08:00:61Z",
        "2014-00-01", "2014-13-01", "2014-05-00", "2014-05-32", "2014-04-31", "2014-02-29", "1900-02-29",
        "2100-02-29",
        "0000-12-31", "0000-01-01T00:00:00Z", "10000-01-01", "-001-01-01", "+2014-05-01", "2014/05/01",
        "20140501",
        "2014-05-01T08:00:00.Z", "2014-05-01T08:00:00.", "2014-05-01T08:00:00,5Z", "2014-05-01T08:00:00+",
        "2014-05-01T08:00:00+8", "2014-05-01T08:00:00+8:00", "2014-05-01T08:00:00+08:",
        "2014-05-01T08:00:00+08:0",
        "2014-05-01T08:00:00+080", "2014-05-01T08:00:00+24:00", "2014-05-01T08:00:00+08:60",
        "2014-05-01T08:00:00ZZ", "2014-05-01T08:00:00Z ", " 2014-05-01", "2014-05-01_08:00:00",
        "2014-05-01  08:00:00",
        "2014-05-01T08:00:00 +08:00", "2014-05-01T08:00:00GMT", "a014-05-01", "2014-05-0a",
        "2014-05-01T0a:00:00Z",
        "2014-05-01T08:00:0", "yesterday", "1398931200", "٢٠١٤-٠٥-٠١", "2014-05-01\0", "2014:05:01T08-00-00Z",
    ])
    func invalidDateIsRejected(text: String) {
        #expect(readError(Date.self, text, as: .string, dates: .iso8601) == "invalid: a date in ISO 8601")
        #expect(
            readError(Date.self, text, as: .string)
                == "invalid: a date (ISO 8601, /Date(ms)/ or seconds since 1970)")
    }

    @Test func nonStringIsRejectedAsISO8601Date() {
        #expect(readError(Date.self, "1398931200", dates: .iso8601) == "mismatch: a date in ISO 8601")
        #expect(readError(Date.self, "true", as: .bool, dates: .iso8601) == "mismatch: a date in ISO 8601")
        #expect(
            readError(Date.self, "true", as: .bool)
                == "mismatch: a date (ISO 8601, /Date(ms)/ or seconds since 1970)")
    }

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
}

@Suite struct DotNetDateTests {
    @Test(
        arguments: [
            ("/Date(1398902400000)/", 1_398_902_400), ("/Date(1398902400000+0800)/", 1_398_902_400),
            ("/Date(1398902400000-0330)/", 1_398_902_400), ("/date(1398902400000)/", 1_398_902_400),
            ("/DATE(1398902400000+0000)/", 1_398_902_400), ("/Date(0)/", 0), ("/Date(-1)/", -0.001),
            ("/Date(-1500)/", -1.5),
            ("/Date(-1000+0100)/", -1), ("/Date(1398902400123)/", 1_398_902_400.123),
            ("/Date(-62135596800000)/", -62_135_596_800), ("/Date(253402300799999)/", 253_402_300_799.999),
        ] as [(String, Double)])
    func millisecondsAreReadInUTCIgnoringOffset(text: String, seconds: Double) throws {
        let date = Date(timeIntervalSince1970: seconds)
        #expect(try read(Date.self, text, as: .string, dates: .dotNet) == date)
        #expect(try read(Date.self, text, as: .string, dates: .automatic) == date)
    }

    @Test(arguments: [
        "", "/", "/Date", "/Date()/", "/Date(-)/", "/Date(1398902400000)", "Date(1398902400000)",
        "/Date(1398902400000/",
        "/Date(1.5)/", "/Date(1e3)/", "/Date(+1)/", "/Date(--1)/", "/Date(1+08)/", "/Date(1+08:00)/",
        "/Date(1+2400)/",
        "/Date(1+0860)/", "/Date(1)/ ", "/Date( 1)/", "/Dote(1)/", "/Date(1+)/", "/Date(253402300800000)/",
        "/Date(-62135596800001)/", "/Date(99999999999999999999999999999999)/", "/Date(1Z)/", "//",
    ])
    func invalidDotNetDateIsRejected(text: String) {
        #expect(
            readError(Date.self, text, as: .string, dates: .dotNet)
                == "invalid: a date such as /Date(1398902400000)/")
        #expect(readError(Date.self, text, as: .string) != nil)
    }

    @Test func dotNetDateRequiresDotNetString() {
        #expect(
            readError(Date.self, "1398902400000", dates: .dotNet)
                == "mismatch: a date such as /Date(1398902400000)/")
        #expect(readError(Date.self, "2014-05-01", as: .string, dates: .dotNet) != nil)
        #expect(readError(Date.self, "/Date(0)/", as: .string, dates: .iso8601) != nil)
    }

    @Test func simpleDateRejectsOffsetAndFraction() throws {
        let date = Date(timeIntervalSince1970: 1_398_931_200)
        #expect(try read(Date.self, "2014-05-01T08:00:00", as: .string, dates: .dotNetSimple) == date)
        #expect(try read(Date.self, "2014-05-01T07:59:60", as: .string, dates: .dotNetSimple) == date)
        for text in [
            "2014-05-01", "2014-05-01T08:00:00Z", "2014-05-01 08:00:00", "2014-05-01t08:00:00",
            "2014-05-01T08:00:00.0",
            "2014-05-01T08:00:00+08:00", "2014-05-01T08:00:0", "",
        ] {
            #expect(
                readError(Date.self, text, as: .string, dates: .dotNetSimple)
                    == "invalid: a date such as 2014-05-01T08:00:00")
        }
    }

    @Test func dateWithTimeZoneRequiresOffset() throws {
        let date = Date(timeIntervalSince1970: 1_398_931_200)
        for text in [
            "2014-05-01T16:00:00+08:00", "2014-05-01T16:00:00+0800", "2014-05-01T16:00:00+08",
            "2014-05-01T08:00:00Z", "2014-04-30T22:30:00-09:30", "2014-05-01T07:59:60Z",
        ] {
            #expect(try read(Date.self, text, as: .string, dates: .dotNetWithTimeZone) == date)
        }
        for text in [
            "2014-05-01T08:00:00", "2014-05-01", "2014-05-01 08:00:00+08:00", "2014-05-01T08:00:00.5+08:00",
            "2014-05-01T08:00:00+08:00 ", "2014-05-01T08:00:00+", "",
        ] {
            #expect(
                readError(Date.self, text, as: .string, dates: .dotNetWithTimeZone)
                    == "invalid: a date such as 2014-05-01T08:00:00+08:00")
        }
    }
}

@Suite struct UnixDateTests {
    @Test(
        arguments: [
            ("1398931200", 1_398_931_200), ("0", 0), ("-1", -1), ("-0.25", -0.25),
            ("1398931200.123456", 1_398_931_200.123456),
            ("1.3989312e9", 1_398_931_200), ("-62135596800", -62_135_596_800),
            ("253402300799", 253_402_300_799),
            ("1398931200.123456789012345678901234", 1_398_931_200.123456789),
        ] as [(String, Double)])
    func secondsSince1970AreReadAsDate(text: String, seconds: Double) throws {
        let date = Date(timeIntervalSince1970: seconds)
        #expect(try read(Date.self, text, dates: .unixSeconds) == date)
        #expect(try read(Date.self, text, as: .string, dates: .unixSeconds) == date)
        #expect(try read(Date.self, text, dates: .automatic) == date)
    }

    @Test(
        arguments: [
            ("1398931200000", 1_398_931_200), ("1398931200123", 1_398_931_200.123), ("0", 0), ("-1", -0.001),
            ("0.5", 0.0005),
            ("1398931200123.456", 1_398_931_200.123456), ("1.3989312e12", 1_398_931_200),
        ] as [(String, Double)])
    func millisecondsSince1970AreReadAsDate(text: String, seconds: Double) throws {
        let date = Date(timeIntervalSince1970: seconds)
        #expect(try read(Date.self, text, dates: .unixMilliseconds) == date)
        #expect(try read(Date.self, text, as: .string, dates: .unixMilliseconds) == date)
    }

    @Test(arguments: [
        "1398931200000", "253402300800", "-62135596801", "1e300", "1e400", "-1e999999999999999999",
    ])
    func dateOutsideYears1To9999IsRejected(text: String) {
        #expect(readError(Date.self, text, dates: .unixSeconds) == "outOfRange: \(seconds)")
        #expect(readError(Date.self, "\(text)e3", dates: .unixMilliseconds) != nil)
    }

    @Test(arguments: malformedNumbers)
    func malformedNumberIsRejectedAsUnixDate(text: String) {
        #expect(readError(Date.self, text, as: .string, dates: .unixSeconds) == "invalid: \(seconds)")
        #expect(readError(Date.self, text, dates: .unixMilliseconds) == "invalid: \(milliseconds)")
    }

    @Test func boolIsRejectedAsUnixDate() {
        #expect(readError(Date.self, "true", as: .bool, dates: .unixSeconds) == "mismatch: \(seconds)")
    }

    private let seconds = "a date in seconds since 1970"
    private let milliseconds = "a date in milliseconds since 1970"
}

@Suite struct InstantTests {
    /// The `Double` equals the value of a JSON number with the same digits.
    @Test func secondsSince1970MatchJSONNumber() throws {
        var random = SeededGenerator(seed: 11)
        for _ in 0..<50_000 {
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
