/// Small records, all of whose members importers bind.
enum People {
    static func writeRecord(_ index: Int, _ random: inout Random, to json: inout JSONWriter) {
        let first = random.pick(Vocabulary.firstNames)
        let family = random.pick(Vocabulary.familyNames)
        json.object { json in
            json.member("id", index + 1)
            json.member("name") { json in
                json.text(first)
                json.byte(UInt8(ascii: " "))
                json.text(family)
            }
            json.member("email") { json in
                json.text(family)
                json.byte(UInt8(ascii: "."))
                json.digits(random.below(1_000))
                json.text("@example.com")
            }
            json.member("age", random.within(18...97))
            json.member("balance", Decimal(random.within(-500_000...500_000), places: 2))
            json.member("active", random.chance(percent: 70))
            json.member("joined_at") {
                Timestamp(secondsSince1970: random.secondsSince1970()).writeISO8601(to: &$0)
            }
            if random.chance(percent: 30) {
                json.null("referred_by")
            } else {
                json.member("referred_by", random.within(1...1_000_000))
            }
            json.object("address") { writeAddress(&random, to: &$0) }
            json.array("tags") { json in
                for _ in 0..<3 { json.member(nil, random.pick(Vocabulary.nouns)) }
            }
        }
    }

    private static func writeAddress(_ random: inout Random, to json: inout JSONWriter) {
        json.member("street") { json in
            json.digits(random.within(1...250))
            json.byte(UInt8(ascii: " "))
            json.text(random.pick(Vocabulary.streets))
        }
        json.member("city", random.pick(Vocabulary.cities))
        json.member("region", random.pick(Vocabulary.regions))
        json.member("zip") { $0.digits(random.below(100_000), width: 5) }
        json.member("country", random.pick(Vocabulary.countries))
    }
}
