import Foundation
@testable import JSONRecords
import StreamImport
import TestSupport
import Testing

/// Imports a text in the basic variants and in a sample of the others, and requires the same outcome from all variants. The
/// full tier takes all variants.
///
/// - Returns: the outcome.
@discardableResult
func importAllVariants<Model: Importable & Equatable>(
    to model: Model.Type, from text: [UInt8], at path: JSONPath = JSONPath(),
    chunkSizes: [Int?] = ImportVariant.chunkSizes,
    sourceLocation: Testing.SourceLocation = #_sourceLocation,
    _ configure: (inout ImportOptions) -> Void = { _ in }
) async throws -> Outcome<Model> {
    let comparison = VariantComparison(
        ModelImports<Model>(), text: text, path: path, chunkSizes, sourceLocation, configure)
    return await comparison.referenceOutcome()
}

/// Imports a string in the basic variants and in a sample of the others, and requires the same outcome from all variants.
@discardableResult
func importAllVariants<Model: Importable & Equatable>(
    to model: Model.Type, from text: String, at path: JSONPath = JSONPath(),
    chunkSizes: [Int?] = ImportVariant.chunkSizes,
    sourceLocation: Testing.SourceLocation = #_sourceLocation,
    _ configure: (inout ImportOptions) -> Void = { _ in }
) async throws -> Outcome<Model> {
    try await importAllVariants(
        to: model, from: Array(text.utf8), at: path, chunkSizes: chunkSizes, sourceLocation: sourceLocation,
        configure)
}

/// Decodes the records of a text in the basic variants and in a sample of the others, and requires the same outcome from all
/// variants.
@discardableResult
func importAllVariants<Model: Decodable & Equatable & SendableMetatype>(
    decoding model: Model.Type, from text: String, at path: JSONPath = JSONPath(),
    chunkSizes: [Int?] = ImportVariant.chunkSizes,
    using decoder: JSONDecoder = JSONDecoder(), sourceLocation: Testing.SourceLocation = #_sourceLocation,
    _ configure: (inout ImportOptions) -> Void = { _ in }
) async throws -> Outcome<Model> {
    let comparison = VariantComparison(
        DecodingImports<Model>(decoder: decoder), text: Array(text.utf8), path: path, chunkSizes,
        sourceLocation, configure)
    return await comparison.referenceOutcome()
}

/// Imports bytes in memory with every chunk size, and on several threads, and requires the same outcome from all imports. The
/// quick tier takes one of the variants on several threads.
@discardableResult
func importAllChunkSizes<Model: Importable & Equatable>(
    to model: Model.Type, from text: [UInt8], at path: JSONPath = JSONPath(),
    chunkSizes: [Int?] = ImportVariant.chunkSizes,
    sourceLocation: Testing.SourceLocation = #_sourceLocation,
    _ configure: (inout ImportOptions) -> Void = { _ in }
) throws -> Outcome<Model> {
    let comparison = VariantComparison(
        ModelImports<Model>(), text: text, path: path, chunkSizes, sourceLocation, configure)
    return comparison.referenceOutcomeForChunkSizes()
}

/// A text, and the comparison of its imports in several variants.
private struct VariantComparison<Imports: VariantImports> {
    typealias Model = Imports.Model

    private let imports: Imports
    private let text: [UInt8]
    private let path: JSONPath
    private let chunkSizes: [Int?]
    private let sourceLocation: Testing.SourceLocation
    private let options: ImportOptions
    private let file: TextFile

    init(
        _ imports: Imports, text: [UInt8], path: JSONPath, _ chunkSizes: [Int?],
        _ sourceLocation: Testing.SourceLocation, _ configure: (inout ImportOptions) -> Void
    ) {
        var options = ImportOptions()
        configure(&options)
        self.imports = imports
        self.text = text
        self.path = path
        self.chunkSizes = chunkSizes
        self.sourceLocation = sourceLocation
        self.options = options
        file = TextFile(text)
    }

    /// Reports the first difference between the reference and the variants, and returns the outcome of the reference.
    func referenceOutcome() async -> Outcome<Model> {
        let reference = outcome(Self.reference)
        var differences: [String] = []
        let others = sample(
            ImportVariant.others(chunkSizes: chunkSizes).filter(isPossible), VariantSample.count)
        for variant in ImportVariant.basic(chunkSizes: chunkSizes) + others {
            var outcome =
                if variant.input.isAsync {
                    await asyncOutcome(variant)
                } else if variant.form == .asyncIterator {
                    await awaitedOutcome(variant)
                } else { outcome(variant) }
            // An array has no summary, so that only its elements and the error are compared.
            if variant.form == .array { outcome.summary = reference.summary }
            if let difference = outcome.difference(from: reference, variant) {
                differences.append(difference)
            }
        }
        report(differences)
        return reference
    }

    /// Reports the first difference between the reference and the variants with bytes in memory, and returns the outcome of the
    /// reference.
    func referenceOutcomeForChunkSizes() -> Outcome<Model> {
        let reference = outcome(Self.reference)
        let variants =
            ImportVariant.basic(chunkSizes: chunkSizes)
            + sample(ImportVariant.parallel.filter { $0.input == .bytes }, 1)
        report(variants.compactMap { outcome($0).difference(from: reference, $0) })
        return reference
    }

    private func sample(_ variants: [ImportVariant], _ count: Int) -> [ImportVariant] {
        TestTier.sample(variants, count: count, of: text, line: sourceLocation.line)
    }

    /// Returns whether the text can be imported in a variant. A string cannot hold invalid UTF-8. A pipe that no process reads
    /// takes 64 KiB. Arrays are made of the values at the root.
    private func isPossible(_ variant: ImportVariant) -> Bool {
        (variant.input != .string || String(validating: text, as: UTF8.self) != nil)
            && (variant.input != .pipe || text.count <= 65_536)
            && (variant.form != .array || path == JSONPath() && Imports.makesArrays)
    }

    /// The variant with which the other variants are compared.
    private static var reference: ImportVariant {
        ImportVariant(input: .bytes, form: .forEach, chunkBytes: nil)
    }

    private func report(_ differences: [String]) {
        guard let first = differences.first else { return }
        let text = String(decoding: text.prefix(300), as: UTF8.self).debugDescription
        Issue.record(
            "\(first) (and \(differences.count - 1) more), of \(text); \(TestTier.repetition) repeats the variants",
            sourceLocation: sourceLocation)
    }

    // MARK: - Synchronous variants

    private func outcome(_ variant: ImportVariant) -> Outcome<Model> {
        var outcome = Outcome<Model>()
        do {
            let source = try source(variant.input)
            do {
                if variant.form == .array {
                    outcome.records = nil
                    outcome.records = try imports.array(from: source, options)
                } else {
                    try read(
                        imports.objects(from: source, at: path, options(variant)), variant.form,
                        into: &outcome)
                }
            } catch { outcome.thrownError = error }
        } catch {
            Issue.record("\(variant): \(error)")
        }
        return outcome
    }

    /// Returns the outcome of an asynchronous iteration over records that another thread reads.
    private func awaitedOutcome(_ variant: ImportVariant) async -> Outcome<Model> {
        var outcome = Outcome<Model>()
        do {
            var iterator = imports.objects(from: try source(variant.input), at: path, options(variant))
                .makeAsyncIterator()
            do {
                while let record = try await iterator.next() { outcome.records?.append(record) }
            } catch {
                outcome.thrownError = error
            }
            outcome.summary = iterator.summary
        } catch {
            Issue.record("\(variant): \(error)")
        }
        return outcome
    }

    private func read(
        _ records: ImportSequence<Model>, _ form: ImportVariant.Form, into outcome: inout Outcome<Model>
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
        case .concurrentForEach:
            outcome.records = nil
            // SAFETY: tests use no model whose instances are shared between records.
            let found = Locked<[Int: UnsafeTransfer<Model>]>([:])
            outcome.summary = try records.concurrentForEach { record, number in
                let transfer = UnsafeTransfer(record)
                let previous = found.withLock { $0.updateValue(transfer, forKey: number) }
                #expect(previous == nil, "record \(number) was passed twice")
            }
            outcome.records = found.withLock { $0 }.sorted { $0.key < $1.key }.map(\.value.value)
        case .array, .asyncIterator:
            Issue.record("another function reads this form")
        case .batchIterator:
            var iterator = records.batches(of: 3).makeIterator()
            defer { outcome.summary = iterator.summary }
            while let batch = try iterator.next() {
                #expect(1...3 ~= batch.count)
                outcome.records? += batch
            }
        }
    }

    private func source(_ input: ImportVariant.Input) throws -> ImportInput {
        switch input {
        case .data: .data(Data(text))
        case .string: .text(String(decoding: text, as: UTF8.self))
        case .file: .file(try file.url())
        case .handle: .handle(try FileHandle(forReadingFrom: try file.url()))
        case .pipe: .handle(try filledPipe())
        case .gzip: .bytes(Compressed.gzip(text))
        case .zstd: .bytes(Compressed.zstd(text))
        case .bytes, .byteChunks, .dataChunks, .sliceChunks, .singleBytes: .bytes(text)
        }
    }

    private func options(_ variant: ImportVariant) -> ImportOptions {
        var options = options
        if let chunkBytes = variant.chunkBytes { options.chunkBytes = chunkBytes }
        if variant.workerCount > 1 { options.parallelism = .cores(variant.workerCount) }
        options.segmentBytes = variant.segmentBytes
        if variant.workerCount > 1 || variant.form == .asyncIterator { options.countInstancesOfThreads() }
        return options
    }

    private func filledPipe() throws -> FileHandle {
        let pipe = Pipe()
        try pipe.fileHandleForWriting.write(contentsOf: Data(text))
        try pipe.fileHandleForWriting.close()
        return pipe.fileHandleForReading
    }

    // MARK: - Asynchronous variants

    private func asyncOutcome(_ variant: ImportVariant) async -> Outcome<Model> {
        let pieces = text.pieces(of: variant.chunkBytes)
        switch variant.input {
        case .dataChunks: return await outcome(pieces.map { Data($0) }, variant)
        case .sliceChunks: return await outcome(pieces, variant)
        case .singleBytes:
            let records = imports.objects(from: Pieces(pieces: text), at: path, options(variant))
            return await outcome(records, variant)
        default: return await outcome(pieces.map { [UInt8]($0) }, variant)
        }
    }

    private func outcome<Piece: Sequence<UInt8> & Sendable>(
        _ pieces: [Piece], _ variant: ImportVariant
    ) async -> Outcome<Model> {
        await outcome(
            imports.objects(from: Pieces(pieces: pieces), at: path, options(variant)), variant)
    }

    private func outcome<Input>(
        _ records: AsyncImportSequence<Model, Input>, _ variant: ImportVariant
    ) async -> Outcome<Model> {
        var outcome = Outcome<Model>()
        do {
            try await read(records, variant.form, into: &outcome)
        } catch {
            outcome.thrownError = error
        }
        return outcome
    }

    private func read<Input>(
        _ records: AsyncImportSequence<Model, Input>, _ form: ImportVariant.Form,
        into outcome: inout Outcome<Model>
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
        case .array, .concurrentForEach:
            Issue.record("another function reads this form")
        }
    }
}

/// A file with a text, which is written when it is needed first.
private final class TextFile {
    private let text: [UInt8]
    private var directory: TemporaryDirectory?

    init(_ text: [UInt8]) { self.text = text }

    func url() throws -> URL {
        if let directory { return directory.fileURL("dump.json") }
        let directory = try TemporaryDirectory()
        self.directory = directory
        return try directory.file(text, named: "dump.json")
    }
}
