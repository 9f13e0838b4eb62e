internal import Foundation
public import GRDB
public import StreamImport

/// The text that GRDB stores a date as: `2014-05-01 08:00:00.123`, in UTC.
enum DateText {
    /// The years in which Foundation's calendar is Gregorian, 1583 to 9999, in milliseconds since 1970.
    private static let gregorian = -12_212_553_600_000.0..<253_402_300_800_000

    /// Calls a function with the text of a date, rounded to the nearest millisecond. The bytes are valid for the call.
    ///
    /// - Throws: ``ImportError/Code/invalidValue`` for a date outside the years 1 to 9999.
    static func withBytes(
        of date: Date, _ body: (Span<UInt8>) -> Void
    ) throws(ImportError) {
        let seconds = date.timeIntervalSince1970
        guard CivilDate.secondsSince1970.contains(seconds) else {
            throw .unwritableDate("\(seconds) seconds since 1970", expected: "a date in the years 1 to 9999")
        }
        // The end of the year 9999 is not rounded up to the next year.
        let milliseconds = min((seconds * 1000).rounded(), gregorian.upperBound - 1)
        guard gregorian.contains(milliseconds) else {
            // Foundation uses the Julian calendar for earlier dates. Such dates are so rare that this path may be slow.
            return (String.fromDatabaseValue(date.databaseValue) ?? "").withUTF8Span(body)
        }
        // SAFETY: The bytes are valid for the call. The text has 23 bytes, and the last of the 24 is unused.
        unsafe withUnsafeBytes(of: words(Int(milliseconds))) {
            unsafe body(Span(_unsafeElements: $0.assumingMemoryBound(to: UInt8.self)).extracting(..<23))
        }
    }

    /// Returns the text and another character, in words of eight characters.
    private static func words(_ milliseconds: Int) -> (UInt64, UInt64, UInt64) {
        let millisecondsADay = 86_400_000
        let day = (milliseconds >= 0 ? milliseconds : milliseconds - millisecondsADay + 1) / millisecondsADay
        let time = milliseconds - day * millisecondsADay
        let date = CivilDate(daysSince1970: day).components
        let years = digits(date.year / 100) | digits(date.year % 100) << 16
        let months = character("-") | digits(date.month) << 8 | character("-") << 24
        let hours = digits(date.day) | character(" ") << 16 | digits(time / 3_600_000) << 24
        let minutes = character(":") | digits(time / 60_000 % 60) << 8
        let seconds = character(":") | digits(time / 1000 % 60) << 8 | character(".") << 24
        let fraction = digits(time % 1000 / 10) | digits(time % 10 * 10) << 16
        return (
            (years | months << 32).littleEndian, (hours | minutes << 40).littleEndian,
            (seconds | fraction << 32).littleEndian
        )
    }

    /// Returns the two digits of a number less than 100, the first one in the lowest byte.
    private static func digits(_ number: Int) -> UInt64 {
        UInt64(truncatingIfNeeded: number / 10 | (number % 10) << 8) | character("0") | character("0") << 8
    }

    private static func character(_ character: Unicode.Scalar) -> UInt64 { UInt64(UInt8(ascii: character)) }
}

extension JSONText: DatabaseValueConvertible {
    /// The text, as an import writes it to a column.
    public var databaseValue: DatabaseValue { text.databaseValue }

    /// Reads the JSON in a column. A number in a column without text is JSON, too.
    ///
    /// - Returns: `nil` for NULL, and for a text that is not JSON, or exceeds the default limits of ``ImportOptions``.
    public static func fromDatabaseValue(_ value: DatabaseValue) -> JSONText? { value.json() }
}

extension JSONValue: DatabaseValueConvertible {
    /// The value as JSON text with sorted keys, so that equal values have equal texts. Numbers keep their spelling.
    ///
    /// A value with a number that is not in JSON spelling has a text that is not JSON, so that fetching it is an error.
    public var databaseValue: DatabaseValue {
        guard let text = try? JSONText(self) else { return "\(self)".databaseValue }
        return text.databaseValue
    }

    /// Reads the JSON in a column. A number in a column without text is JSON, too.
    ///
    /// - Returns: `nil` for NULL, and for a text that is not JSON, or exceeds the default limits of ``ImportOptions``.
    public static func fromDatabaseValue(_ value: DatabaseValue) -> JSONValue? { value.json() }
}

extension DatabaseValue {
    /// Returns the value that is made from JSON in a column; `nil` for NULL and other contents.
    fileprivate func json<Value: Importable>() -> Value? {
        switch storage {
        case .null: nil
        case .string(let text): try? Value(json: text)
        case .blob(let data): try? Value(json: data)
        case .int64(let number): try? Value(json: "\(number)")
        case .double(let number): try? Value(json: "\(number)")
        }
    }
}
