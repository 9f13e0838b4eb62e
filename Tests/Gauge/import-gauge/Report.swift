import Foundation

/// Prints a result as one line of JSON to standard output.
func report(_ result: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    print(String(decoding: try encoder.encode(result), as: UTF8.self))
}
