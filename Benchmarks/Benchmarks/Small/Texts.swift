import BenchmarkSupport
import Foundation

extension Contenders {
    /// One object of about 200 bytes, in the two forms in which a program has it.
    struct Text: Sendable {
        let string: String
        let data: Data
    }

    /// What the contenders are given: a text for each record, without its address. That is not timed.
    static func texts(_ dump: Dump) throws -> [Text] {
        let records = try JSONSerialization.jsonObject(with: dump.data()) as? [JSONObject] ?? []
        return try records.map { record in
            let members = record.filter { $0.key != "address" }
            let data = try JSONSerialization.data(withJSONObject: members, options: .sortedKeys)
            return Text(string: String(decoding: data, as: UTF8.self), data: data)
        }
    }

    /// Adds what a `Person` adds. This is how the reference is found.
    static func add(_ record: JSONObject, to sum: inout Checksum) {
        sum.add(record.integer("id"))
        sum.add(record.text("name"))
        sum.add(record.integer("age"))
        sum.add(record.real("balance"))
        sum.add(record.truth("active"))
        sum.add(record.integer("referred_by"))
        sum.add(record.texts("tags").last)
    }
}
