import Foundation
import StreamImport
import TestSupport
import Testing

/// Imports a text in every way there is, and requires all of them to come to the same.
///
/// - Returns: what they came to.
@discardableResult
func everyWay<Model: Importable & Equatable>(
    to model: Model.Type, from text: [UInt8], at path: JSONPath = JSONPath(),
    chunkSizes: [Int?] = Way.chunkSizes,
    sourceLocation: Testing.SourceLocation = #_sourceLocation,
    _ configure: (inout ImportOptions) -> Void = { _ in }
) async throws -> Outcome<Model> {
    var options = ImportOptions()
    configure(&options)
    let trial = try Trial<Model>(text: text, path: path, options: options)
    return await trial.run(Way.all(chunkSizes: chunkSizes), sourceLocation)
}

/// The same for text in a string.
@discardableResult
func everyWay<Model: Importable & Equatable>(
    to model: Model.Type, from text: String, at path: JSONPath = JSONPath(),
    chunkSizes: [Int?] = Way.chunkSizes,
    sourceLocation: Testing.SourceLocation = #_sourceLocation,
    _ configure: (inout ImportOptions) -> Void = { _ in }
) async throws -> Outcome<Model> {
    try await everyWay(
        to: model, from: Array(text.utf8), at: path, chunkSizes: chunkSizes, sourceLocation: sourceLocation,
        configure)
}

/// Imports bytes in memory with every chunk size, and requires all of them to come to the same.
@discardableResult
func everyChunkSize<Model: Importable & Equatable>(
    to model: Model.Type, from text: [UInt8], at path: JSONPath = JSONPath(),
    chunkSizes: [Int?] = Way.chunkSizes,
    sourceLocation: Testing.SourceLocation = #_sourceLocation,
    _ configure: (inout ImportOptions) -> Void = { _ in }
) throws -> Outcome<Model> {
    var options = ImportOptions()
    configure(&options)
    let trial = try Trial<Model>(text: text, path: path, options: options)
    return trial.run(Way.quick(chunkSizes: chunkSizes), sourceLocation)
}

/// A text on its way through all of them.
private struct Trial<Model: Importable & Equatable> {
    let text: [UInt8]
    let path: JSONPath
    let options: ImportOptions
    private let directory: TemporaryDirectory
    private let isText: Bool

    init(text: [UInt8], path: JSONPath, options: ImportOptions) throws {
        self.text = text
        self.path = path
        self.options = options
        directory = try TemporaryDirectory()
        isText = String(validating: text, as: UTF8.self) != nil
    }

    func run(_ ways: [Way], _ sourceLocation: Testing.SourceLocation) async -> Outcome<Model> {
        let reference = outcome(Self.reference)
        var differences: [String] = []
        for way in ways {
            // Bytes that are no text are in no string; a pipe that nobody reads from yet takes 64 KiB.
            if way.input == .string, !isText { continue }
            if way.input == .pipe, text.count > 65_536 { continue }
            let outcome =
                if way.input.isAsync { await asyncOutcome(way) } else if way.form == .asyncIterator {
                    await awaitedOutcome(way)
                } else { outcome(way) }
            if let difference = outcome.difference(from: reference, way) { differences.append(difference) }
        }
        if let difference = differenceOfArrays(from: reference) { differences.append(difference) }
        report(differences, sourceLocation)
        return reference
    }

    /// What distinguishes the arrays that the text is made into, which have no summary; `nil` if nothing does.
    private func differenceOfArrays(from reference: Outcome<Model>) -> String? {
        guard path == JSONPath() else { return nil }
        var arrays: [() throws -> [Model]] = [
            { try [Model](json: text, options: options) },
            { try [Model](json: Data(text), options: options) },
        ]
        if let string = String(validating: text, as: UTF8.self) {
            arrays.append { try [Model](json: string, options: options) }
        }
        return arrays.lazy.compactMap { makeArray in
            var outcome = Outcome<Model>(records: nil, summary: reference.summary)
            do { outcome.records = try makeArray() } catch { outcome.failure = error }
            return outcome.difference(from: reference, Way(input: .bytes, form: .array, chunkBytes: nil))
        }.first
    }

    func run(_ ways: [Way], _ sourceLocation: Testing.SourceLocation) -> Outcome<Model> {
        let reference = outcome(Self.reference)
        report(ways.compactMap { outcome($0).difference(from: reference, $0) }, sourceLocation)
        return reference
    }

    /// What the other ways are compared with.
    private static var reference: Way { Way(input: .bytes, form: .forEach, chunkBytes: nil) }

    private func report(_ differences: [String], _ sourceLocation: Testing.SourceLocation) {
        guard let first = differences.first else { return }
        let text = String(decoding: text.prefix(300), as: UTF8.self).debugDescription
        Issue.record(
            "\(first) (and \(differences.count - 1) more), of \(text)", sourceLocation: sourceLocation)
    }

    // MARK: - Synchronous ways

    func outcome(_ way: Way) -> Outcome<Model> {
        var outcome = Outcome<Model>()
        do {
            let records = try sequence(way)
            do { try take(records, way.form, into: &outcome) } catch { outcome.failure = error }
        } catch {
            Issue.record("\(way): \(error)")
        }
        return outcome
    }

    /// The records as a task awaits them, read by a thread of their own.
    private func awaitedOutcome(_ way: Way) async -> Outcome<Model> {
        var outcome = Outcome<Model>()
        do {
            var iterator = try sequence(way).makeAsyncIterator()
            do {
                while let record = try await iterator.next() { outcome.records?.append(record) }
            } catch {
                outcome.failure = error
            }
            outcome.summary = iterator.summary
        } catch {
            Issue.record("\(way): \(error)")
        }
        return outcome
    }

    private func take(
        _ records: ImportSequence<Model>, _ form: Way.Form, into outcome: inout Outcome<Model>
    ) throws {
        switch form {
        case .forEach:
            var summary = ImportSummary()
            defer { outcome.summary = summary }
            try records.forEach(into: &summary) { outcome.records?.append($0) }
        case .collect:
            outcome.summary = try records.collect(into: &outcome.records!)
        case .iterator:
            let iterator = records.makeIterator()
            defer { outcome.summary = iterator.summary }
            while let record = try iterator.next() { outcome.records?.append(record) }
            #expect(try iterator.next() == nil)
        case .batches:
            outcome.summary = try records.batches(of: 2).forEach { outcome.records? += $0 }
        case .array, .asyncIterator:
            Issue.record("is made in another way")
        case .batchIterator:
            var iterator = records.batches(of: 3).makeIterator()
            defer { outcome.summary = iterator.summary }
            while let batch = try iterator.next() {
                #expect(1...3 ~= batch.count)
                outcome.records? += batch
            }
        }
    }

    private func sequence(_ way: Way) throws -> ImportSequence<Model> {
        let options = options(way)
        let model = Model.self
        switch way.input {
        case .data: return StreamImporter.objects(of: model, from: Data(text), at: path, options: options)
        case .string:
            let text = String(decoding: text, as: UTF8.self)
            return StreamImporter.objects(of: model, from: text, at: path, options: options)
        case .file:
            return StreamImporter.objects(of: model, from: try file(), at: path, options: options)
        case .handle:
            let handle = try FileHandle(forReadingFrom: try file())
            return StreamImporter.objects(of: model, from: handle, at: path, options: options)
        case .pipe:
            return StreamImporter.objects(of: model, from: try filledPipe(), at: path, options: options)
        case .gzip:
            return StreamImporter.objects(of: model, from: Compressed.gzip(text), at: path, options: options)
        case .zstd:
            return StreamImporter.objects(of: model, from: Compressed.zstd(text), at: path, options: options)
        case .bytes, .byteChunks, .dataChunks, .sliceChunks, .singleBytes:
            return StreamImporter.objects(of: model, from: text, at: path, options: options)
        }
    }

    private func options(_ way: Way) -> ImportOptions {
        var options = options
        if let chunkBytes = way.chunkBytes { options.chunkBytes = chunkBytes }
        return options
    }

    private func file() throws -> URL {
        let place = directory.place("dump.json")
        return FileManager.default.fileExists(atPath: place.path) ? place : try directory.file(text)
    }

    private func filledPipe() throws -> FileHandle {
        let pipe = Pipe()
        try pipe.fileHandleForWriting.write(contentsOf: Data(text))
        try pipe.fileHandleForWriting.close()
        return pipe.fileHandleForReading
    }

    // MARK: - Asynchronous ways

    private func asyncOutcome(_ way: Way) async -> Outcome<Model> {
        let pieces = text.pieces(of: way.chunkBytes)
        switch way.input {
        case .dataChunks: return await outcome(objects(Pieces(pieces: pieces.map { Data($0) }), way), way)
        case .sliceChunks: return await outcome(objects(Pieces(pieces: pieces), way), way)
        case .singleBytes:
            let bytes = Pieces(pieces: text)
            let records = StreamImporter.objects(
                of: Model.self, from: bytes, at: path, options: options(way))
            return await outcome(records, way)
        default: return await outcome(objects(Pieces(pieces: pieces.map { [UInt8]($0) }), way), way)
        }
    }

    private func objects<Piece: Sequence<UInt8>>(_ pieces: Pieces<Piece>, _ way: Way) -> AsyncImportSequence<
        Model, Pieces<Piece>
    > {
        StreamImporter.objects(of: Model.self, from: pieces, at: path, options: options(way))
    }

    private func outcome<Input>(_ records: AsyncImportSequence<Model, Input>, _ way: Way) async -> Outcome<
        Model
    > {
        var outcome = Outcome<Model>()
        do {
            try await take(records, way.form, into: &outcome)
        } catch {
            outcome.failure = error
        }
        return outcome
    }

    private func take<Input>(
        _ records: AsyncImportSequence<Model, Input>, _ form: Way.Form, into outcome: inout Outcome<Model>
    ) async throws {
        switch form {
        case .forEach:
            outcome.summary = try await records.forEach { outcome.records?.append($0) }
        case .collect:
            outcome.summary = try await records.collect(into: &outcome.records!)
        case .batches:
            outcome.summary = try await records.batches(of: 2).forEach { outcome.records? += $0 }
        case .batchIterator:
            var iterator = records.batches(of: 3).makeAsyncIterator()
            defer { outcome.summary = iterator.summary }
            while let batch = try await iterator.next() {
                #expect(1...3 ~= batch.count)
                outcome.records? += batch
            }
        case .asyncIterator, .iterator:
            var iterator = records.makeAsyncIterator()
            defer { outcome.summary = iterator.summary }
            while let record = try await iterator.next() { outcome.records?.append(record) }
        case .array:
            Issue.record("is made in another way")
        }
    }
}
