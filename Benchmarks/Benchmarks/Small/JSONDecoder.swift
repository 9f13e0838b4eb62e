import BenchmarkSupport
import Foundation

extension Contenders {
    /// Decodes with one of Foundation's decoders for all texts.
    static func jsonDecoder(_ texts: [Text]) throws -> Outcome {
        let decoder = JSONDecoder()
        var sum = Checksum()
        for text in texts { sum.add(try decoder.decode(Person.self, from: text.data)) }
        return .bound(sum)
    }
}
