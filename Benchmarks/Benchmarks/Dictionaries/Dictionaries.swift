import BenchmarkSupport
import Foundation

extension Contenders {
    /// Returns the input of the contenders: the records as Foundation's parser returns them. This function is not
    /// timed.
    static func dictionaries(_ dump: Dump) throws -> [JSONObject] {
        try JSONSerialization.jsonObject(with: dump.data()) as? [JSONObject] ?? []
    }
}
