import BenchmarkSupport
import Foundation

extension Contenders {
    /// Decodes all texts with one instance of Foundation's decoder.
    static func jsonDecoder(_ texts: [Text]) throws -> Outcome {
        let decoder = JSONDecoder()
        var sum = Checksum()
        for text in texts { sum.add(try decoder.decode(Person.self, from: text.data)) }
        return .bound(sum)
    }
}
