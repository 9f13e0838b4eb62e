import BenchmarkSupport
import Foundation

extension Contenders {
    /// Foundation's way from dictionaries to models: they are written as JSON and decoded.
    static func jsonDecoder(_ dictionaries: [JSONObject]) throws -> Outcome {
        let data = try JSONSerialization.data(withJSONObject: dictionaries)
        return .bound(Checksum(of: try JSONDecoder().decode([Person].self, from: data)))
    }
}
