/// A generated JSON dump. Equal properties give the same bytes on every platform and at any size.
///
/// A record depends only on the workload, the seed and its own position, so a longer dump starts with the records of a
/// shorter one. The dump is written in chunks, so memory does not grow with its size.
public struct Fixture: Hashable, Sendable {
    /// The kind of the records.
    public var workload: Workload

    /// The text around the records.
    public var shape: Shape

    /// The seed, which selects one of many dumps of the workload.
    public var seed: UInt64

    /// Whether the text has line breaks and an indentation of two spaces a level.
    ///
    /// ``Shape/lines`` ignores this property, because each record must stay on one line.
    public var isPretty: Bool

    /// Creates the description of a dump, and generates nothing yet.
    public init(workload: Workload, shape: Shape = .array, seed: UInt64 = 1, isPretty: Bool = false) {
        self.workload = workload
        self.shape = shape
        self.seed = seed
        self.isPretty = isPretty
    }

    /// Generates the dump, and passes it to `sink` in chunks of about 256 KiB, in order.
    ///
    /// - Parameters:
    ///   - extent: The length of the dump.
    ///   - sink: A closure that takes the next chunk, which is never empty.
    /// - Returns: The size of the dump.
    /// - Throws: The errors of `sink`, and no others.
    @discardableResult
    public func write<Failure: Error>(
        _ extent: Extent, to sink: ([UInt8]) throws(Failure) -> Void
    ) throws(Failure) -> Summary {
        var json = JSONWriter(isPretty: isPretty && shape != .lines)
        shape.open(&json)
        let closingSize = shape.closingSize(after: json)
        var summary = Summary(records: 0, bytes: 0)
        while !extent.isReached(
            records: summary.records, bytes: summary.bytes + json.bytes.count + closingSize)
        {
            var random = Random(seed: seed, record: summary.records)
            workload.writeRecord(summary.records, &random, to: &json)
            if shape == .lines { json.endLine() }
            summary.records += 1
            if json.bytes.count >= Self.chunkSize { try Self.flush(&json, &summary, to: sink) }
        }
        shape.close(&json, records: summary.records)
        try Self.flush(&json, &summary, to: sink)
        return summary
    }

    /// Generates a dump in memory.
    ///
    /// - Parameter records: The number of records.
    public func data(records: Int) -> [UInt8] {
        var data: [UInt8] = []
        write(.records(records)) { data += $0 }
        return data
    }

    private static let chunkSize = 256 * 1024

    private static func flush<Failure: Error>(
        _ json: inout JSONWriter, _ summary: inout Summary, to sink: ([UInt8]) throws(Failure) -> Void
    ) throws(Failure) {
        guard !json.bytes.isEmpty else { return }
        try sink(json.bytes)
        summary.bytes += json.bytes.count
        json.removeBytes()
    }
}

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

extension Fixture {
    /// The text around the records.
    public enum Shape: String, CaseIterable, Sendable {
        /// One array of records.
        case array

        /// A record on each line, also called NDJSON or JSON Lines.
        case lines

        /// An object that contains the records at the path `data.items`, between other members.
        case envelope

        func open(_ json: inout JSONWriter) {
            switch self {
            case .array:
                json.beginArray()
            case .lines:
                break
            case .envelope:
                json.beginObject()
                json.object("meta") { json in
                    json.member("version", "2.1")
                    json.member("generator", "make-fixture")
                    json.array("warnings") { _ in }
                }
                json.beginObject("data")
                json.beginArray("items")
            }
        }

        func close(_ json: inout JSONWriter, records: Int) {
            switch self {
            case .array:
                json.endArray()
                json.endLine()
            case .lines:
                break
            case .envelope:
                json.endArray()
                json.member("count", records)
                json.endObject()
                json.object("links") { json in
                    json.member("self", "https://api.example.com/items?page=1")
                    json.null("next")
                }
                json.endObject()
                json.endLine()
            }
        }

        /// Returns the number of bytes that `close` appends if the count of records has one digit.
        func closingSize(after json: JSONWriter) -> Int {
            var trial = json
            trial.removeBytes()
            close(&trial, records: 0)
            return trial.bytes.count
        }
    }
}

extension Fixture {
    /// The length of a dump.
    public enum Extent: Hashable, Sendable {
        /// This many records.
        case records(Int)

        /// Whole records until the dump, with its closing text, has at least this many bytes.
        case bytes(Int)

        func isReached(records: Int, bytes: Int) -> Bool {
            switch self {
            case .records(let minimum): records >= minimum
            case .bytes(let minimum): bytes >= minimum
            }
        }
    }

    /// The size of a finished dump.
    public struct Summary: Hashable, Sendable {
        /// The number of records.
        public internal(set) var records: Int

        /// The size of the whole text, in bytes.
        public internal(set) var bytes: Int
    }
}
