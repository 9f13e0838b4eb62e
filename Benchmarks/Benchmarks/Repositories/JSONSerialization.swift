import BenchmarkSupport
import Foundation

extension Contenders {
    /// Parses the whole file with Foundation's untyped parser. Reads only the values for the checksum from
    /// the dictionaries, and makes no models.
    static func jsonSerialization(_ dump: Dump) throws -> Outcome {
        let records = try JSONSerialization.jsonObject(with: dump.data()) as? [JSONObject] ?? []
        var sum = Checksum()
        for record in records {
            sum.addRecord()
            add(record, to: &sum)
        }
        return .bound(sum)
    }

    /// Adds the values that a `Repository` adds. This function also computes the reference.
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
