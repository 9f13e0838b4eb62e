extension Fixture {
    /// The kind of the records.
    public enum Workload: String, CaseIterable, Sendable {
        /// Small records: 10 members, including an object of 5 members and an array of 3 strings; about 315 bytes.
        case people

        /// Wide records like those of GitHub's REST API: 80 keys, or about 108 with the keys of nested objects. Most
        /// values are URLs; about 5.6 KB.
        case repositories

        /// Deep records like those of Twitter's API 1.1: over 100 keys, text in many scripts; about 3.3 KB.
        case tweets

        /// Integers, decimals of up to 17 digits, exponents and arrays of coordinates; about 750 bytes.
        case numbers

        /// Strings with many escapes: code, HTML, paths, `\u` and surrogate pairs; about 750 bytes.
        case escapes

        /// Events of twelve kinds, like those of GitHub's REST API. The first member, `type`, names the kind; about 390
        /// bytes.
        case events

        /// The records of ``events`` with `type` as their last member.
        case eventsTypeLast = "events-type-last"

        func writeRecord(_ index: Int, _ random: inout Random, to json: inout JSONWriter) {
            switch self {
            case .people: People.writeRecord(index, &random, to: &json)
            case .repositories: Repositories.writeRecord(index, &random, to: &json)
            case .tweets: Tweets.writeRecord(index, &random, to: &json)
            case .numbers: Numbers.writeRecord(index, &random, to: &json)
            case .escapes: Escapes.writeRecord(index, &random, to: &json)
            case .events: Events.writeRecord(index, isTypeFirst: true, &random, to: &json)
            case .eventsTypeLast: Events.writeRecord(index, isTypeFirst: false, &random, to: &json)
            }
        }
    }
}
