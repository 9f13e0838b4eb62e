/// A point in time in the Gregorian calendar and UTC, with a resolution of one second.
struct Timestamp {
    private let year: Int
    private let month: Int
    private let day: Int
    /// 0 is Sunday.
    private let weekday: Int
    private let secondOfDay: Int

    /// Creates the timestamp from seconds since 1970, which must not be negative. Uses Hinnant's `civil_from_days`, in
    /// which a year begins in March.
    init(secondsSince1970 seconds: Int) {
        let days = seconds / 86_400
        let daysSinceMarchOfYear0 = days + 719_468
        let era = daysSinceMarchOfYear0 / 146_097
        let dayOfEra = daysSinceMarchOfYear0 % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        weekday = (days + 4) % 7
        secondOfDay = seconds % 86_400
    }

    /// Appends the timestamp in ISO 8601 format: `2024-02-29T07:05:09Z`.
    func writeISO8601(to json: inout JSONWriter) {
        json.digits(year, width: 4)
        json.byte(UInt8(ascii: "-"))
        json.digits(month, width: 2)
        json.byte(UInt8(ascii: "-"))
        json.digits(day, width: 2)
        json.byte(UInt8(ascii: "T"))
        writeTime(to: &json)
        json.byte(UInt8(ascii: "Z"))
    }

    /// Appends the timestamp in the format of Twitter's API 1.1: `Thu Feb 29 07:05:09 +0000 2024`.
    func writeTwitterDate(to json: inout JSONWriter) {
        json.text(Self.weekdays[weekday])
        json.text(Self.months[month - 1])
        json.digits(day, width: 2)
        json.byte(UInt8(ascii: " "))
        writeTime(to: &json)
        json.text(" +0000 ")
        json.digits(year, width: 4)
    }

    private func writeTime(to json: inout JSONWriter) {
        json.digits(secondOfDay / 3_600, width: 2)
        json.byte(UInt8(ascii: ":"))
        json.digits(secondOfDay / 60 % 60, width: 2)
        json.byte(UInt8(ascii: ":"))
        json.digits(secondOfDay % 60, width: 2)
    }

    private static let weekdays = ["Sun ", "Mon ", "Tue ", "Wed ", "Thu ", "Fri ", "Sat "]
    private static let months = [
        "Jan ", "Feb ", "Mar ", "Apr ", "May ", "Jun ", "Jul ", "Aug ", "Sep ", "Oct ", "Nov ", "Dec ",
    ]
}

extension Random {
    /// Returns a random number of seconds since 1970, in the years 2007 to 2025.
    mutating func secondsSince1970() -> Int {
        within(1_167_609_600...1_767_225_599)
    }
}
