import ArgumentParser
import Foundation
import JSONRecords
import TableImport

/// The options for reading parts of inputs.
struct PartOptions: ParsableArguments {
    @Option(
        name: .customLong("parts"),
        help: ArgumentHelp(
            "Read the parts of this manifest, which split prints; - is standard input.", valueName: "manifest"
        ))
    var manifest: InputArgument?

    @Option(
        help: ArgumentHelp(
            """
            Read only the part with this number. An input replaces the file of the manifest: a copy, or - for the bytes of \
            the part.
            """, valueName: "number"))
    var part: Int?

    var readsParts: Bool { manifest != nil }

    func withManifest(_ inputs: [InputArgument]) -> [InputArgument] {
        (manifest.map { [$0] } ?? []) + inputs
    }

    func validate() throws {
        guard part == nil || manifest != nil else {
            throw ValidationError("--part needs --parts with a manifest, which split prints.")
        }
    }

    /// Checks that the path and the format of parts are not given.
    func validate(paths: [JSONPath], format: ImportFormat) throws {
        guard manifest == nil || paths.isEmpty && format == .automatic else {
            throw ValidationError(
                "--path and --format are those of the manifest; remove them, or split the input again.")
        }
    }

    /// Returns the inputs of a command.
    ///
    /// - Throws: the exit status of an error in the manifest or the arguments, after a message.
    func inputs(_ inputs: [InputArgument]) throws -> [InputArgument] {
        guard let manifest else { return inputs }
        let parts = try Manifest(manifest).parts(number: part)
        guard !inputs.isEmpty else { return parts }
        guard part != nil else {
            throw Console().wrongUsage(
                "an input beside --parts replaces the file of one part; name the part with --part")
        }
        guard inputs.count == parts.count else {
            throw Console().wrongUsage(
                "part \(part ?? 0) has \(parts.count) inputs in \(manifest.name), found \(inputs.count) inputs"
            )
        }
        return zip(parts, inputs).map { $0.replacingFile(with: $1) }
    }
}

/// A manifest of parts: a line with a JSON object for each part of an input.
private struct Manifest {
    private let name: String
    private let lines: [ManifestLine]

    /// Reads a manifest.
    ///
    /// - Throws: the exit status of an error, after a message.
    init(_ file: InputArgument) throws {
        name = file.name
        let text = try Console().reportingErrors(in: file) { try file.readAll() }
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

/// A line of a manifest: a part, and the schema of the table that imports of all parts have.
struct ManifestLine: Hashable, Sendable, Codable {
    var part: InputPart
    /// `nil` if each import creates the table that its records need.
    var schema: TableSchema?

    private enum CodingKeys: String, CodingKey {
        case schema
    }

    init(_ part: InputPart, schema: TableSchema?) {
        self.part = part
        self.schema = schema
    }

    init(from decoder: any Decoder) throws {
        part = try InputPart(from: decoder)
        schema = try decoder.container(keyedBy: CodingKeys.self)
            .decodeIfPresent(TableSchema.self, forKey: .schema)
    }

    func encode(to encoder: any Encoder) throws {
        try part.encode(to: encoder)
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encodeIfPresent(schema, forKey: .schema)
    }
}
