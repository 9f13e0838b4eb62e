import BenchmarkSupport
import Foundation

extension Contenders {
    /// Foundation's decoder, one for all texts.
    static func jsonDecoder(_ texts: [Text]) throws -> Outcome {
        let decoder = JSONDecoder()
        var sum = Checksum()
        for text in texts { sum.add(try decoder.decode(Person.self, from: text.data)) }
        return .bound(sum)
    }
}
