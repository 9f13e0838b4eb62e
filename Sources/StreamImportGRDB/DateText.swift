internal import Foundation
private import GRDB
internal import StreamImport

/// The text that GRDB stores a date as: `2014-05-01 08:00:00.123`, in UTC.
///
/// Each date reuses the memory of the last one.
struct DateText {
    private(set) var bytes = Array("0000-00-00 00:00:00.000".utf8)

    /// The years in which Foundation's calendar is Gregorian, 1583 to 9999, in milliseconds since 1970.
    private static let gregorian = -12_212_553_600_000.0..<253_402_300_800_000

    /// Writes a date, rounded to the nearest millisecond.
    ///
    /// - Throws: ``ImportError/Code/invalidValue`` for a date outside the years 1 to 9999.
    mutating func write(_ date: Date) throws(ImportError) {
        let seconds = date.timeIntervalSince1970
        let milliseconds = (seconds * 1000).rounded()
        guard CivilDate.secondsSince1970.contains(milliseconds / 1000) else {
            throw .unwritableDate("\(seconds) seconds since 1970", expected: "a date in the years 1 to 9999")
        }
        guard Self.gregorian.contains(milliseconds) else {
            // Foundation uses the Julian calendar for earlier dates. Such dates are so rare that this path may be slow.
            bytes = Array((String.fromDatabaseValue(date.databaseValue) ?? "").utf8)
            return
        }
        if bytes.count != 23 { self = DateText() }
        write(Int(milliseconds))
    }

    private mutating func write(_ milliseconds: Int) {
        let millisecondsADay = 86_400_000
        let day = (milliseconds >= 0 ? milliseconds : milliseconds - millisecondsADay + 1) / millisecondsADay
        let millisecondOfDay = milliseconds - day * millisecondsADay
        let date = CivilDate(daysSince1970: day).components
        put(date.year, digits: 4, at: 0)
        put(date.month, digits: 2, at: 5)
        put(date.day, digits: 2, at: 8)
        put(millisecondOfDay / 3_600_000, digits: 2, at: 11)
        put(millisecondOfDay / 60_000 % 60, digits: 2, at: 14)
        put(millisecondOfDay / 1000 % 60, digits: 2, at: 17)
        put(millisecondOfDay % 1000, digits: 3, at: 20)
    }

    private mutating func put(_ number: Int, digits: Int, at index: Int) {
        var number = number
        for position in (index..<index + digits).reversed() {
            bytes[position] = UInt8(ascii: "0") + UInt8(number % 10)
            number /= 10
        }
    }
}
