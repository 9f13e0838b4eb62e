import BenchmarkSupport
import Foundation

extension Contenders {
    /// A text of about 200 bytes with one object, as a string and as data, because programs have both.
    struct Text: Sendable {
        let string: String
        let data: Data
    }

    /// Returns the input of the contenders: a text for each record, without the longer members. This function is not
    /// timed.
    static func texts(_ dump: Dump) throws -> [Text] {
        let longerMembers: Set = ["email", "joined_at", "street", "region"]
        let records = try JSONSerialization.jsonObject(with: dump.data()) as? [JSONObject] ?? []
        return try records.map { record in
            var members = record.filter { !longerMembers.contains($0.key) }
            members["address"] = record.object("address")?.filter { !longerMembers.contains($0.key) }
            let data = try JSONSerialization.data(withJSONObject: members, options: .sortedKeys)
            return Text(string: String(decoding: data, as: UTF8.self), data: data)
        }
    }
}
