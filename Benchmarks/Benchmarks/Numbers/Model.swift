import BenchmarkSupport
import Foundation
import StreamImport

/// A model with a field for each member of a record.
@Importable
struct Measurement: Decodable {
    var id: Int
    var offset: Int
    var nanoseconds: Int
    var balance: Int
    var ratio: Double
    var price: Double
    var mass: Double
    var charge: Double
    var samples: [Double]
    var histogram: [Int]
    var track: [[Double]]
}

extension Measurement: Summable {
    /// Adds values of all members except the mass and the charge: the exponents of these two are so large that they
    /// would hide all other values in the sum.
    func add(to sum: inout Checksum) {
        sum.add(id)
        sum.add(offset)
        sum.add(nanoseconds)
        sum.add(balance)
        sum.add(ratio)
        sum.add(price)
        for sample in samples { sum.add(sample) }
        sum.add(histogram.last)
        sum.add(track.last?.last)
    }

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
