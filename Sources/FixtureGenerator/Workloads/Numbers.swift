/// Records that consist mostly of numbers.
enum Numbers {
    static func writeRecord(_ index: Int, _ random: inout Random, to json: inout JSONWriter) {
        json.object { json in
            json.member("id", index + 1)
            json.member("offset", random.within(-1_000_000...1_000_000))
            json.member("nanoseconds", 1_600_000_000_000_000_000 + random.below(200_000_000_000_000_000))
            json.member("balance", integer(digits: random.within(1...18), &random))
            json.member("ratio", decimal(digits: random.within(1...17), &random))
            json.member("price", Decimal(random.below(10_000_000), places: 2))
            json.member("mass", scientific(&random))
            json.member("charge", scientific(&random))
            json.array("samples") { json in
                for _ in 0..<8 { json.member(nil, decimal(digits: random.within(1...17), &random)) }
            }
            json.array("histogram") { json in
                for _ in 0..<16 { json.member(nil, random.skewed(50_000)) }
            }
            json.array("track") { json in
                for _ in 0..<random.within(8...24) { writePosition(&random, to: &json) }
            }
        }
    }

    /// Writes a longitude and a latitude, in the order of GeoJSON.
    private static func writePosition(_ random: inout Random, to json: inout JSONWriter) {
        json.array { json in
            json.member(nil, Decimal(random.within(-180_000_000...180_000_000), places: 6))
            json.member(nil, Decimal(random.within(-90_000_000...90_000_000), places: 6))
        }
    }

    /// Returns an integer with exactly `digits` digits. About one integer in three is negative.
    private static func integer(digits: Int, _ random: inout Random) -> Int {
        var lowest = 1
        for _ in 1..<digits { lowest *= 10 }
        let magnitude = random.within(lowest...(lowest * 10 - 1))
        return random.chance(percent: 33) ? -magnitude : magnitude
    }

    /// Returns a number with at most `digits` significant digits, and at least one digit after the point.
    private static func decimal(digits: Int, _ random: inout Random) -> Decimal {
        // The last digit is odd, and so never a trailing zero, which a printer of the shortest form would omit.
        Decimal(integer(digits: digits, &random) | 1, places: random.within(1...digits))
    }

    private static let exponentMarkers = ["e", "E"]
    private static let positiveExponentMarkers = ["e", "E", "e+"]

    private static func scientific(_ random: inout Random) -> Decimal {
        let digits = random.within(1...16)
        let power = random.within(1...120)
        let exponent =
            random.chance(percent: 60)
            ? (random.pick(exponentMarkers), -power) : (random.pick(positiveExponentMarkers), power)
        return Decimal(integer(digits: digits, &random) | 1, places: digits - 1, exponent: exponent)
    }
}
