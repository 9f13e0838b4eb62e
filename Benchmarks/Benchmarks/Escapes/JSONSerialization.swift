import BenchmarkSupport
import Foundation

extension Contenders {
    /// Foundation's untyped parser on the whole file; the few fields of the checksum are read from its
    /// dictionaries, models are not made.
    static func jsonSerialization(_ dump: Dump) throws -> Outcome {
        let records = try JSONSerialization.jsonObject(with: dump.data()) as? [JSONObject] ?? []
        var sum = Checksum()
        for record in records {
            sum.addRecord()
            add(record, to: &sum)
        }
        return .bound(sum)
    }

    /// Adds what a `Snippet` adds. This is also how the reference is found.
    static func add(_ record: JSONObject, to sum: inout Checksum) {
        sum.add(record.integer("id"))
        for key in ["title", "code", "html", "path", "pattern", "url", "quote"] { sum.add(record.text(key)) }
        sum.add(record.texts("reactions").last)
    }
}
