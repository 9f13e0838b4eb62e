/// Small records that importers bind completely.
enum People {
    static func writeRecord(_ index: Int, _ random: inout Random, to json: inout JSONWriter) {
        let first = random.pick(Vocabulary.firstNames)
        let family = random.pick(Vocabulary.familyNames)
        json.object { json in
            json.field("id", index + 1)
            json.field("name") { json in
                json.text(first)
                json.byte(UInt8(ascii: " "))
                json.text(family)
            }
            json.field("email") { json in
                json.text(family)
                json.byte(UInt8(ascii: "."))
                json.digits(random.below(1_000))
                json.text("@example.com")
            }
            json.field("age", random.within(18...97))
            json.field("balance", Decimal(random.within(-500_000...500_000), places: 2))
            json.field("active", random.chance(70))
            json.field("joined_at") {
                Timestamp(secondsSince1970: random.timestamp()).writeISO8601(to: &$0)
            }
            if random.chance(30) {
                json.null("referred_by")
            } else {
                json.field("referred_by", random.within(1...1_000_000))
            }
            json.object("address") { writeAddress(&random, to: &$0) }
            json.array("tags") { json in
                for _ in 0..<3 { json.field(nil, random.pick(Vocabulary.nouns)) }
            }
        }
    }

    private static func writeAddress(_ random: inout Random, to json: inout JSONWriter) {
        json.field("street") { json in
            json.digits(random.within(1...250))
            json.byte(UInt8(ascii: " "))
            json.text(random.pick(Vocabulary.streets))
        }
        json.field("city", random.pick(Vocabulary.cities))
        json.field("region", random.pick(Vocabulary.regions))
        json.field("zip") { $0.digits(random.below(100_000), width: 5) }
        json.field("country", random.pick(Vocabulary.countries))
    }
}
