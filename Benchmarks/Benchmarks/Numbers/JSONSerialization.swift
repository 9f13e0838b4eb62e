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

    /// Adds what a `Measurement` adds. This is also how the reference is found.
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
