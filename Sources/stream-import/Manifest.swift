import ArgumentParser
import Foundation
import JSONRecords

/// A manifest of parts: a line with a JSON object for each part of an input.
struct Manifest {
    private let name: String
    private let lines: [ManifestLine]

    /// Reads a manifest.
    ///
    /// - Throws: the exit status of an error, after a message.
    init(_ file: InputArgument) throws {
        name = file.name
        let text: Data
        do {
            text = try file.readAll()
        } catch {
            Console().reportError(error, in: file)
            throw ExitStatus(error).code
        }
        var lines: [ManifestLine] = []
        for (index, line) in text.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated()
        where !line.allSatisfy(\.isJSONWhiteSpace) {
            do {
                lines.append(try JSONDecoder().decode(ManifestLine.self, from: line))
            } catch {
                Console().reportError("\(name), line \(index + 1): \(Self.text(of: error))")
                throw ExitStatus.badData.code
            }
        }
        self.lines = lines
    }

    /// Returns the parts with a number; by default, all parts.
    ///
    /// - Throws: the exit status, after a message, if there is none.
    func parts(number: Int?) throws -> [InputArgument] {
        let parts = lines.filter { number == nil || $0.part.number == number }
        guard !parts.isEmpty else {
            let last = lines.map(\.part.number).max()
            throw Console().wrongUsage(
                last.map { "\(name): no part \(number ?? 0) exists; the last one is \($0)" }
                    ?? "\(name): no parts exist")
        }
        return try parts.map { line in
            let input = InputArgument(line)
            try Console().reportingWrongUsage { try input.validate() }
            return input
        }
    }

    /// Returns the text of an error of a line: what was expected, and what was found.
    private static func text(of error: any Error) -> String {
        let expected = "expected a part, as split prints it: "
        switch error {
        case DecodingError.keyNotFound(let key, _):
            return expected + "the member \(key.stringValue) is missing"
        case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
            DecodingError.dataCorrupted(let context):
            return expected + context.codingPath.map { $0.stringValue + ": " }.joined()
                + context.debugDescription
        default: return expected + "\(error)"
        }
    }
}

extension InputArgument {
    /// Returns the bytes of the input.
    fileprivate func readAll() throws(ImportError) -> Data {
        let source = try origin().makeSource()
        var (bytes, chunk) = (Data(), [UInt8](repeating: 0, count: 1 << 16))
        while true {
            switch try source.read(into: &chunk) {
            case .bytes(let count): bytes += chunk.prefix(count)
            case .needMoreData: continue
            case .end: return bytes
            }
        }
    }
}
