import BenchmarkSupport
import StreamImport

extension Contenders {
    /// Makes models of all dictionaries at once, in one array.
    static func streamImport(_ dictionaries: [JSONObject]) throws -> Outcome {
        .bound(Checksum(of: try [Person](dictionaries: dictionaries)))
    }

    /// Makes one model at a time, and keeps none of them.
    static func streamImportOneByOne(_ dictionaries: [JSONObject]) throws -> Outcome {
        var sum = Checksum()
        for dictionary in dictionaries { sum.add(try Person(dictionary: dictionary)) }
        return .bound(sum)
    }
}
