import BenchmarkSupport
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
}
