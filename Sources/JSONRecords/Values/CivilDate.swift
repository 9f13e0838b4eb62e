/// A day of the proleptic Gregorian calendar, from year 1 on.
package struct CivilDate {
    /// Days since 1970-01-01.
    package let daysSince1970: Int

    /// The range of the years 1 to 9999, in seconds since 1970-01-01T00:00:00Z.
    package static var secondsSince1970: Range<Double> { -62_135_596_800..<253_402_300_800 }

    /// Creates a date; `nil` if the day does not exist, or if the year is not in the range from 1 to 9999.
    package init?(year: Int, month: Int, day: Int) {
        guard (1...9999).contains(year), (1...12).contains(month), day >= 1,
            day <= Self.days(in: month, of: year)
        else { return nil }
        // Days are counted in years that begin in March, so that the leap day is the last day of its year. Month m of
        // such a year (March is 0) begins (153 m + 2) / 5 days after the beginning of the year.
        let marchYear = month > 2 ? year : year - 1
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        let days = 365 * marchYear + marchYear / 4 - marchYear / 100 + marchYear / 400 + dayOfYear
        // The days from 0000-03-01 to 1970-01-01.
        daysSince1970 = days - 719_468
    }

    /// Creates a date from its day number, in year 1 or later.
    package init(daysSince1970: Int) {
        self.daysSince1970 = daysSince1970
    }

    /// The year, the month and the day.
    package var components: (year: Int, month: Int, day: Int) {
        // Years begin in March, as in `init(year:month:day:)`. 400 years have 146,097 days, and the last year of 4, 100
        // and 400 years may be a day longer or shorter.
        let (eras, day) = (daysSince1970 + 719_468).quotientAndRemainder(dividingBy: 146_097)
        let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365
        let dayOfYear = day - (365 * year + year / 4 - year / 100)
        let month = (5 * dayOfYear + 2) / 153
        let isNextYear = month >= 10
        return (
            eras * 400 + year + (isNextYear ? 1 : 0), isNextYear ? month - 9 : month + 3,
            dayOfYear - (153 * month + 2) / 5 + 1
        )
    }

    private static func days(in month: Int, of year: Int) -> Int {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    private static func isLeap(_ year: Int) -> Bool {
        year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    }
}
