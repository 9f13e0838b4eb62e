import Foundation
@testable import JSONRecords
import StreamImport
import TestSupport
import Testing

/// Imports a text in every variant, and requires the same outcome from all variants.
///
/// - Returns: the outcome.
@discardableResult
func importAllVariants<Model: Importable & Equatable>(
    to model: Model.Type, from text: [UInt8], at path: JSONPath = JSONPath(),
    chunkSizes: [Int?] = ImportVariant.chunkSizes,
    sourceLocation: Testing.SourceLocation = #_sourceLocation,
    _ configure: (inout ImportOptions) -> Void = { _ in }
) async throws -> Outcome<Model> {
    var options = ImportOptions()
    configure(&options)
    let comparison = try VariantComparison(ModelImports<Model>(), text: text, path: path, options: options)
    return await comparison.referenceOutcome(
        comparedWith: ImportVariant.all(chunkSizes: chunkSizes), sourceLocation)
}

/// Imports a string in every variant, and requires the same outcome from all variants.
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

/// Decodes the records of a text in every variant, and requires the same outcome from all variants.
@discardableResult
func importAllVariants<Model: Decodable & Equatable & SendableMetatype>(
    decoding model: Model.Type, from text: String, at path: JSONPath = JSONPath(),
    chunkSizes: [Int?] = ImportVariant.chunkSizes,
    using decoder: JSONDecoder = JSONDecoder(), sourceLocation: Testing.SourceLocation = #_sourceLocation,
    _ configure: (inout ImportOptions) -> Void = { _ in }
) async throws -> Outcome<Model> {
    var options = ImportOptions()
    configure(&options)
    let comparison = try VariantComparison(
        DecodingImports<Model>(decoder: decoder), text: Array(text.utf8), path: path, options: options)
    return await comparison.referenceOutcome(
        comparedWith: ImportVariant.all(chunkSizes: chunkSizes), sourceLocation)
}

/// Imports bytes in memory with every chunk size, and requires the same outcome for all chunk sizes.
@discardableResult
func importAllChunkSizes<Model: Importable & Equatable>(
    to model: Model.Type, from text: [UInt8], at path: JSONPath = JSONPath(),
    chunkSizes: [Int?] = ImportVariant.chunkSizes,
    sourceLocation: Testing.SourceLocation = #_sourceLocation,
    _ configure: (inout ImportOptions) -> Void = { _ in }
) throws -> Outcome<Model> {
    var options = ImportOptions()
    configure(&options)
    let comparison = try VariantComparison(ModelImports<Model>(), text: text, path: path, options: options)
    return comparison.referenceOutcome(
        comparedWith: ImportVariant.quick(chunkSizes: chunkSizes), sourceLocation)
}

/// A text, and the comparison of its imports in several variants.
private struct VariantComparison<Imports: VariantImports> {
    typealias Model = Imports.Model

    let imports: Imports
    let text: [UInt8]
    let path: JSONPath
    let options: ImportOptions
    private let directory: TemporaryDirectory
    private let isUTF8: Bool

    init(_ imports: Imports, text: [UInt8], path: JSONPath, options: ImportOptions) throws {
        self.imports = imports
        self.text = text
        self.path = path
        self.options = options
        directory = try TemporaryDirectory()
        isUTF8 = String(validating: text, as: UTF8.self) != nil
    }

    /// Reports the first difference between the reference and the variants, and returns the outcome of the reference.
    func referenceOutcome(
        comparedWith variants: [ImportVariant], _ sourceLocation: Testing.SourceLocation
    ) async -> Outcome<Model> {
        let reference = outcome(Self.reference)
        var differences: [String] = []
        for variant in variants {
            // A string cannot hold invalid UTF-8. A pipe that no process reads takes 64 KiB.
            if variant.input == .string, !isUTF8 { continue }
            if variant.input == .pipe, text.count > 65_536 { continue }
            let outcome =
                if variant.input.isAsync {
                    await asyncOutcome(variant)
                } else if variant.form == .asyncIterator {
                    await awaitedOutcome(variant)
                } else { outcome(variant) }
            if let difference = outcome.difference(from: reference, variant) {
                differences.append(difference)
            }
        }
        if let difference = differenceOfArrays(from: reference) { differences.append(difference) }
        report(differences, sourceLocation)
        return reference
    }

    /// Returns the first difference between the reference and the arrays that are made from the text; `nil` if there is
    /// none. Arrays have no summary, so that only records and errors are compared.
    private func differenceOfArrays(from reference: Outcome<Model>) -> String? {
        guard path == JSONPath() else { return nil }
        return imports.arrays(from: text, options).lazy.compactMap { makeArray in
            var outcome = Outcome<Model>(records: nil, summary: reference.summary)
            do { outcome.records = try makeArray() } catch { outcome.thrownError = error }
            return outcome.difference(
                from: reference, ImportVariant(input: .bytes, form: .array, chunkBytes: nil))
        }.first
    }

    /// Reports the first difference between the reference and the synchronous variants, and returns the outcome of the
    /// reference.
    func referenceOutcome(
        comparedWith variants: [ImportVariant], _ sourceLocation: Testing.SourceLocation
    ) -> Outcome<Model> {
        let reference = outcome(Self.reference)
        report(variants.compactMap { outcome($0).difference(from: reference, $0) }, sourceLocation)
        return reference
    }

    /// The variant with which the other variants are compared.
    private static var reference: ImportVariant {
        ImportVariant(input: .bytes, form: .forEach, chunkBytes: nil)
    }

    private func report(_ differences: [String], _ sourceLocation: Testing.SourceLocation) {
        guard let first = differences.first else { return }
        let text = String(decoding: text.prefix(300), as: UTF8.self).debugDescription
        Issue.record(
            "\(first) (and \(differences.count - 1) more), of \(text)", sourceLocation: sourceLocation)
    }

    // MARK: - Synchronous variants

    func outcome(_ variant: ImportVariant) -> Outcome<Model> {
        var outcome = Outcome<Model>()
        do {
            let records = try sequence(variant)
            do { try read(records, variant.form, into: &outcome) } catch { outcome.thrownError = error }
        } catch {
            Issue.record("\(variant): \(error)")
        }
        return outcome
    }

    /// Returns the outcome of an asynchronous iteration over records that another thread reads.
    private func awaitedOutcome(_ variant: ImportVariant) async -> Outcome<Model> {
        var outcome = Outcome<Model>()
        do {
            var iterator = try sequence(variant).makeAsyncIterator()
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

    private func sequence(_ variant: ImportVariant) throws -> ImportSequence<Model> {
        let options = options(variant)
        switch variant.input {
        case .data: return imports.objects(from: Data(text), at: path, options)
        case .string:
            let text = String(decoding: text, as: UTF8.self)
            return imports.objects(from: text, at: path, options)
        case .file:
            return imports.objects(from: try file(), at: path, options)
        case .handle:
            let handle = try FileHandle(forReadingFrom: try file())
            return imports.objects(from: handle, at: path, options)
        case .pipe:
            return imports.objects(from: try filledPipe(), at: path, options)
        case .gzip:
            return imports.objects(from: Compressed.gzip(text), at: path, options)
        case .zstd:
            return imports.objects(from: Compressed.zstd(text), at: path, options)
        case .bytes, .byteChunks, .dataChunks, .sliceChunks, .singleBytes:
            return imports.objects(from: text, at: path, options)
        }
    }

    private func options(_ variant: ImportVariant) -> ImportOptions {
        var options = options
        if let chunkBytes = variant.chunkBytes { options.chunkBytes = chunkBytes }
        if variant.workerCount > 1 { options.parallelism = .cores(variant.workerCount) }
        options.segmentBytes = variant.segmentBytes
        return options
    }

    private func file() throws -> URL {
        let url = directory.fileURL("dump.json")
        return FileManager.default.fileExists(atPath: url.path) ? url : try directory.file(text)
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
        case .dataChunks:
            return await outcome(objects(Pieces(pieces: pieces.map { Data($0) }), variant), variant)
        case .sliceChunks: return await outcome(objects(Pieces(pieces: pieces), variant), variant)
        case .singleBytes:
            let bytes = Pieces(pieces: text)
            let records = imports.objects(from: bytes, at: path, options(variant))
            return await outcome(records, variant)
        default: return await outcome(objects(Pieces(pieces: pieces.map { [UInt8]($0) }), variant), variant)
        }
    }

    private func objects<Piece: Sequence<UInt8>>(_ pieces: Pieces<Piece>, _ variant: ImportVariant)
        -> AsyncImportSequence<
            Model, Pieces<Piece>
        >
    {
        imports.objects(from: pieces, at: path, options(variant))
    }

    private func outcome<Input>(_ records: AsyncImportSequence<Model, Input>, _ variant: ImportVariant) async
        -> Outcome<
            Model
        >
    {
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
