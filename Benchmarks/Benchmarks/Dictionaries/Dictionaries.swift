import BenchmarkSupport
import Foundation

extension Contenders {
    /// Returns the input of the contenders: the records as Foundation's parser returns them. This function is not
    /// timed.
    static func dictionaries(_ dump: Dump) throws -> [JSONObject] {
        try JSONSerialization.jsonObject(with: dump.data()) as? [JSONObject] ?? []
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
