import BenchmarkSupport
import Foundation

extension Contenders {
    /// Writes the dictionaries as JSON, and decodes the JSON, because Foundation has no decoder of dictionaries.
    static func jsonDecoder(_ dictionaries: [JSONObject]) throws -> Outcome {
        let data = try JSONSerialization.data(withJSONObject: dictionaries)
        return .bound(Checksum(of: try JSONDecoder().decode([Person].self, from: data)))
    }
}
