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

    /// Adds the values that a `Person` adds. This function also computes the reference.
    static func add(_ record: JSONObject, to sum: inout Checksum) {
        sum.add(record.integer("id"))
        sum.add(record.text("name"))
        sum.add(record.integer("age"))
        sum.add(record.real("balance"))
        sum.add(record.bool("active"))
        sum.add(record.integer("referred_by"))
        sum.add(record.object("address")?.text("zip"))
        sum.add(record.texts("tags").last)
    }
}
