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

    /// Adds what a `Person` adds. This is also how the reference is found.
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
