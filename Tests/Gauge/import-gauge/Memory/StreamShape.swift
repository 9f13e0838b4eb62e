import ArgumentParser
import FixtureGenerator
import Foundation
import StreamImport

/// The shape of a stream whose import is measured.
enum StreamShape: String, CaseIterable, ExpressibleByArgument {
    /// People in an array.
    case array
    /// People in lines.
    case lines
    /// People at `data.items`.
    case envelope
    /// Records with keys that occur in no other record.
    case newKeys = "new-keys"
    /// One record with a string that is as long as the stream. A property receives the string.
    case string
    /// The same as `string`, but no field receives the string.
    case skippedString = "skipped-string"
    /// One record with nested arrays: the first half of the stream opens them, the second half closes them. The depth
    /// limit is raised.
    case brackets
    /// The same as `brackets`, with the default depth limit.
    case tooManyBrackets = "too-many-brackets"
    /// People in an array. Each record is exported after it is imported.
    case export
    /// People in an array. Each record updates the same instance.
    case updates
    /// The same as `updates`, but the events of each record are replayed once more, because the model has a field for
    /// an array.
    case merges
    /// People in an array. A `JSONDecoder` decodes each record.
    case decoded
    /// People in an array. The records are texts.
    case texts
    /// People in an array. A hook skips the arrays in each record.
    case hooks

    /// Writes a stream of about `bytes` bytes to a sink, in pieces.
    func write(_ bytes: Int, to sink: ([UInt8]) throws -> Void) throws {
        switch self {
        case .array, .export, .updates, .merges, .hooks, .decoded, .texts:
            try Fixture(workload: .people, shape: .array).write(.bytes(bytes), to: sink)
        case .lines: try Fixture(workload: .people, shape: .lines).write(.bytes(bytes), to: sink)
        case .envelope: try Fixture(workload: .people, shape: .envelope).write(.bytes(bytes), to: sink)
        case .newKeys: try writeFlat(bytes, to: sink)
        case .string: try writeRecord(key: "text", [("\"", 1), ("x", bytes), ("\"", 1)], to: sink)
        case .skippedString: try writeRecord(key: "other", [("\"", 1), ("x", bytes), ("\"", 1)], to: sink)
        case .brackets, .tooManyBrackets:
            try writeRecord(key: "other", [("[", bytes / 2), ("]", bytes / 2)], to: sink)
        }
    }

    private func writeFlat(_ bytes: Int, to sink: ([UInt8]) throws -> Void) throws {
        var (written, index) = (0, 0)
        while written < bytes {
            let records = (index..<index + 1000).map { Flat.record($0) + "\n" }
            let piece = Array(records.joined().utf8)
            try sink(piece)
            (written, index) = (written + piece.count, index + 1000)
        }
    }

    private func writeRecord(
        key: String, _ runs: [(character: Character, count: Int)], to sink: ([UInt8]) throws -> Void
    ) throws {
        try sink(Array("[{\"id\":1,\"\(key)\":".utf8))
        for run in runs {
            var remainingCount = run.count
            let piece = [UInt8](
                repeating: run.character.asciiValue ?? 0, count: min(remainingCount, 256 * 1024))
            while remainingCount > 0 {
                try sink(remainingCount < piece.count ? Array(piece.prefix(remainingCount)) : piece)
                remainingCount -= piece.count
            }
        }
        try sink(Array("}]\n".utf8))
    }

    private func options(_ threadCount: Int) -> ImportOptions {
        var options = ImportOptions()
        if threadCount > 1 { options.parallelism = .cores(threadCount) }
        switch self {
        case .array, .lines, .envelope, .newKeys, .tooManyBrackets, .export, .hooks, .decoded, .texts: break
        case .updates, .merges: options.nestedObjects = .merge
        case .string, .skippedString: options.maximumTokenBytes = .max
        case .brackets: options.maximumDepth = .max
        }
        return options
    }

    /// Imports the stream from standard input, and releases each record.
    func read(on threadCount: Int) throws -> ImportSummary {
        let options = options(threadCount)
        switch self {
        case .array, .lines:
            return try StreamImporter.objects(of: Person.self, from: .standardInput, options: options).forEach
            { _ in
            }
        case .envelope:
            return try StreamImporter.objects(
                of: Person.self, from: .standardInput, at: "data.items", options: options
            )
            .forEach { _ in }
        case .newKeys:
            return try StreamImporter.objects(of: Flat.self, from: .standardInput, options: options).forEach {
                _ in
            }
        case .string, .skippedString, .brackets, .tooManyBrackets:
            return try StreamImporter.objects(of: Page.self, from: .standardInput, options: options).forEach {
                _ in
            }
        case .export: return try export(options)
        case .decoded:
            return try StreamImporter.objects(
                decoding: Listing.self, from: .standardInput, options: options
            ).forEach { _ in }
        case .texts:
            return try StreamImporter.objects(of: JSONText.self, from: .standardInput, options: options)
                .forEach { _ in }
        case .hooks:
            return try StreamImporter.objects(of: Hooked.self, from: .standardInput, options: options).forEach
            { _ in
            }
        case .updates: return try update(Listed(id: 0, name: ""), options)
        case .merges:
            return try update(
                Contact(id: 0, name: "", balance: 0, isActive: true, tags: [], extras: [:]), options)
        }
    }

    /// Imports the stream into one instance, which each record updates.
    private func update<Model: Importable & Sendable>(
        _ instance: Model, _ options: ImportOptions
    ) throws -> ImportSummary {
        var options = options
        options.reuseInstances(of: Model.self) { _ in instance }
        return try StreamImporter.objects(of: Model.self, from: .standardInput, options: options).forEach {
            _ in
        }
    }

    /// Imports the stream, and exports each record to `/dev/null`.
    private func export(_ options: ImportOptions) throws -> ImportSummary {
        let contacts = StreamImporter.objects(of: Contact.self, from: .standardInput, options: options)
        let exporter = try StreamExporter(of: Contact.self, to: URL(filePath: "/dev/null"))
        let summary = try contacts.forEach { try exporter.write($0) }
        try exporter.finish()
        return summary
    }
}

/// A record whose `text` may be as long as the stream.
private struct Page {
    var id: Int
    var text: String?
}

extension Page: Importable {
    static let importPlan = ImportPlan(Page.self) { fields in
        let id = fields.required("id", Int.self)
        let text = fields.optional("text", String.self)
        return { draft in Page(id: draft[id], text: draft[text]) }
    }
}

/// A model without nested objects.
@Importable
private final class Listed: @unchecked Sendable {
    var id: Int
    var name: String

    init(id: Int, name: String) {
        self.id = id
        self.name = name
    }
}

/// A model that a decoder decodes.
private struct Listing: Decodable {
    var id: Int
    var name: String
    var tags: [String]
}

/// A model that intercepts its members.
@Importable
private struct Hooked: ImportIntercepting {
    var id: Int
    var tags: [String] = []

    static func intercept(_ member: ImportedMember) -> MemberDecision {
        member.value is [Any] ? .skip : .keep
    }
}
