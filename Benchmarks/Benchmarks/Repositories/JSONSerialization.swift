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

    /// Adds what a `Repository` adds. This is also how the reference is found.
    static func add(_ record: JSONObject, to sum: inout Checksum) {
        sum.add(record.integer("id"))
        sum.add(record.text("full_name"))
        sum.add(record.text("description"))
        sum.add(record.bool("fork"))
        sum.add(record.integer("stargazers_count"))
        sum.add(record.text("language"))
        sum.add(record.texts("topics").last)
        sum.add(record.object("owner")?.integer("id"))
        sum.add(record.object("license")?.text("spdx_id"))
    }
}
