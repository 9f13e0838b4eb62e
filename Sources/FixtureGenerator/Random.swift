/// A SplitMix64 generator (Steele, Lea and Flood, 2014): small, with the same sequence on every platform.
///
/// The standard library's functions that draw numbers from a generator are not used, because a release may change which
/// numbers they return for the same bits.
struct Random {
    private var state: UInt64

    /// Creates the generator of one record, so that the values of a record do not depend on earlier records.
    init(seed: UInt64, record: Int) {
        state = Self.mix(Self.mix(seed) &+ UInt64(record))
    }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        return Self.mix(state)
    }

    /// Returns a number in `0..<bound`. Multiplication instead of rejection makes the distribution uneven, but too
    /// slightly to show in a fixture.
    mutating func below(_ bound: Int) -> Int {
        Int(truncatingIfNeeded: next().multipliedFullWidth(by: UInt64(bound)).high)
    }

    /// Returns a number in the range.
    mutating func within(_ range: ClosedRange<Int>) -> Int {
        range.lowerBound + below(range.upperBound - range.lowerBound + 1)
    }

    /// Returns a number from 0 to `bound - 1` that is small far more often than large, like the number of followers.
    mutating func skewed(_ bound: Int) -> Int {
        below(below(below(bound) + 1) + 1)
    }

    /// Returns `true` with a probability in percent.
    mutating func chance(percent: Int) -> Bool {
        below(100) < percent
    }

    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[below(elements.count)]
    }

    private static func mix(_ value: UInt64) -> UInt64 {
        var mixed = value
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}

/// The words in records. None of them needs an escape in JSON.
enum Vocabulary {
    static let firstNames = [
        "Ada", "Alma", "Anselm", "Béla", "Bruno", "Cleo", "Dario", "Edith", "Elif", "Emeka", "Farid", "Greta",
        "Hana", "Hugo", "Imani", "Ines", "Jonas", "Jürgen", "Kaito", "Lena", "Luca", "Mina", "Nadia", "Noor",
        "Oskar", "Paz", "Quinn", "Rafael", "Rosalind", "Sana", "Tomás", "Uma", "Viktor", "Wren", "Yara",
        "Zoë",
    ]

    static let familyNames = [
        "Abara", "Ashdown", "Brandvold", "Calloway", "Castellane", "Dahlgren", "Everhart", "Fairweather",
        "Fenwick", "Gallowglass", "Harrowgate", "Iversdotter", "Jessamine", "Kestrel", "Lindqvarn", "Marlowe",
        "Nightingale", "Okonjo", "Pemberley", "Quillfeather", "Ravenscroft", "Silverlake", "Thistlewood",
        "Umbridge", "Vantongeren", "Wetherell", "Yamashiro", "Zielonka",
    ]

    static let streets = [
        "Amber Row", "Birchfield Road", "Cloister Street", "Dovecote Lane", "East Quay", "Foundry Lane",
        "Gravel Pit Way", "Harbour View", "Juniper Close", "Kiln Hill", "Lantern Street", "Mill Pond Lane",
        "Orchard Terrace", "Quarry Road", "Saltmarsh Avenue", "Tannery Walk", "Windmill Rise",
    ]

    static let cities = [
        "Ashmere", "Brackenford", "Coldwater Bay", "Dunmarrow", "Eastwick Falls", "Fernhollow", "Greyhaven",
        "Holmestrand", "Ironbridge Cross", "Kingsbarrow", "Larkspur", "Mossgate", "Northolme", "Port Ambrose",
        "Saint Orrin", "Thornbury Vale", "Westerleigh",
    ]

    static let regions = [
        "Fells", "Isles", "Lakeland", "Marches", "North Riding", "Uplands", "Vale", "Westmoor",
    ]

    static let countries = [
        "AR", "AU", "BR", "CA", "CH", "DE", "EG", "ES", "FR", "IN", "JP", "KE", "NZ", "US",
    ]

    /// Nouns for tags, topics, accounts and the names of repositories.
    static let nouns = [
        "anchor", "beacon", "bison", "buffer", "cache", "cedar", "cobalt", "comet", "compass", "cursor",
        "dataset", "delta", "ember", "engine", "falcon", "fjord", "forge", "gopher", "harbor", "index",
        "ivory",
        "kernel", "lantern", "ledger", "lumen", "maple", "matrix", "meadow", "nebula", "octet", "orbit",
        "parser", "pebble", "pixel", "prism", "quartz", "queue", "raven", "ripple", "router", "saffron",
        "schema", "signal", "sparrow", "stream", "summit", "tundra", "vector", "walnut", "widget",
    ]

    static let adjectives = [
        "async", "blue", "brisk", "calm", "clever", "compact", "concurrent", "cosmic", "dapper", "fast",
        "frozen", "gentle", "golden", "hidden", "humble", "lazy", "little", "lucid", "mellow", "nimble",
        "open", "patient", "portable", "quiet", "rapid", "robust", "silent", "simple", "static", "steady",
        "swift", "tiny", "typed", "vivid", "wild",
    ]
}

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

/// A decimal number to be written. Its text is formed from integers only, so that it does not depend on the
/// floating-point arithmetic of a platform.
struct Decimal {
    /// The digits, without the point.
    var units: Int

    /// The number of digits after the point, at most 17.
    var places: Int

    /// The power of ten after the digits, if the number has one, and its notation: `e`, `E`, `e+` or `E+`.
    var exponent: (mark: String, power: Int)?

    init(_ units: Int, places: Int, exponent: (mark: String, power: Int)? = nil) {
        self.units = units
        self.places = places
        self.exponent = exponent
    }
}
