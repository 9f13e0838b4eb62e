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

    /// Adds the values that a `Measurement` adds. This function also computes the reference.
    static func add(_ record: JSONObject, to sum: inout Checksum) {
        sum.add(record.integer("id"))
        sum.add(record.integer("offset"))
        sum.add(record.integer("nanoseconds"))
        sum.add(record.integer("balance"))
        sum.add(record.real("ratio"))
        sum.add(record.real("price"))
        for sample in record.numbers("samples") { sum.add(sample.doubleValue) }
        sum.add(record.numbers("histogram").last?.intValue)
        sum.add((record["track"] as? [[NSNumber]])?.last?.last?.doubleValue)
    }
}
