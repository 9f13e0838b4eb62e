import BenchmarkSupport
import StreamImport

extension Contenders {
    /// All dictionaries at once, in one array.
    static func streamImport(_ dictionaries: [JSONObject]) throws -> Outcome {
        .bound(Checksum(of: try [Person](dictionaries: dictionaries)))
    }

    /// Each model made by itself and dropped.
    static func streamImportOneByOne(_ dictionaries: [JSONObject]) throws -> Outcome {
        var sum = Checksum()
        for dictionary in dictionaries { sum.add(try Person(dictionary: dictionary)) }
        return .bound(sum)
    }
}
