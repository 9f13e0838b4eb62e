internal import Foundation
private import GRDB
private import StreamImport

/// The text that GRDB keeps a date as: `2014-05-01 08:00:00.123`, in UTC.
///
/// One piece of memory is written again and again.
struct DateText {
    private(set) var bytes = Array("0000-00-00 00:00:00.000".utf8)

    /// The years in which the calendar of Foundation is the Gregorian one, from 1583 to 9999, in milliseconds.
    private static let gregorian = -12_212_553_600_000.0..<253_402_300_800_000

    /// Writes a date, to the nearest millisecond.
    mutating func write(_ date: Date) {
        let milliseconds = (date.timeIntervalSince1970 * 1000).rounded()
        guard Self.gregorian.contains(milliseconds) else {
            // So rare that it may take its time.
            bytes = Array((String.fromDatabaseValue(date.databaseValue) ?? "").utf8)
            return
        }
        if bytes.count != 23 { self = DateText() }
        write(Int(milliseconds))
    }

    private mutating func write(_ milliseconds: Int) {
        let millisecondsADay = 86_400_000
        let day = (milliseconds >= 0 ? milliseconds : milliseconds - millisecondsADay + 1) / millisecondsADay
        let rest = milliseconds - day * millisecondsADay
        let date = CivilDate(daysSince1970: day).parts
        put(date.year, digits: 4, at: 0)
        put(date.month, digits: 2, at: 5)
        put(date.day, digits: 2, at: 8)
        put(rest / 3_600_000, digits: 2, at: 11)
        put(rest / 60_000 % 60, digits: 2, at: 14)
        put(rest / 1000 % 60, digits: 2, at: 17)
        put(rest % 1000, digits: 3, at: 20)
    }

    private mutating func put(_ number: Int, digits: Int, at index: Int) {
        var number = number
        for place in (index..<index + digits).reversed() {
            bytes[place] = UInt8(ascii: "0") + UInt8(number % 10)
            number /= 10
        }
    }
}
