import BenchmarkSupport
import Foundation

extension Contenders {
    /// What the contenders are given: the records as Foundation's parser returns them. That is not timed.
    static func dictionaries(_ dump: Dump) throws -> [JSONObject] {
        try JSONSerialization.jsonObject(with: dump.data()) as? [JSONObject] ?? []
    }

    /// Adds what a `Person` adds. This is how the reference is found.
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
