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
