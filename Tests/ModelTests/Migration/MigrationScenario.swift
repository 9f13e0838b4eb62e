import Foundation
import StreamImport
import Testing

extension MigrationTests {
    /// A library whose behavior a preset reproduces.
    enum Library: CaseIterable {
        case rzImport, shModelObject, jastor, classMapper

        var options: ImportOptions {
            switch self {
            case .rzImport: .rzImport
            case .shModelObject: .shModelObject
            case .jastor: .jastor
            case .classMapper: .classMapper
            }
        }
    }

    /// An object, and its outcome with the preset of each library.
    ///
    /// An outcome is a record, an error, or a record and a mismatch, separated by ` / `. The record is JSON that a default
    /// import reads. The error or mismatch is the path and the beginning of the message, such as `.id: expected an integer`.
    /// If an outcome is only an error, RZImport skips the value and lists the error as a mismatch.
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        private let check: @Sendable (Library) throws -> Void

        /// Creates a scenario.
        ///
        /// - Parameters:
        ///   - old: the record that the object updates; if `nil`, the object is imported and also updates an empty record.
        ///   - outcome: the outcome, by default the object, for the libraries that have no argument of their own.
        ///   - exact: the outcome for Jastor and ClassMapper, which match keys exactly.
        init<Model: Importable & Equatable & SendableMetatype>(
            _ model: Model.Type, old: String? = nil, _ object: String, _ outcome: String? = nil,
            rz: String? = nil,
            sh: String? = nil, jastor: String? = nil, cm: String? = nil, exact: String? = nil,
            _ configure: @escaping @Sendable (inout ImportOptions) -> Void = { _ in }
        ) {
            testDescription = "\(old.map { "\($0) updated by " } ?? "")\(object)"
            check = { library in
                let own =
                    switch library {
                    case .rzImport: rz
                    case .shModelObject: sh
                    case .jastor: jastor ?? exact
                    case .classMapper: cm ?? exact
                    }
                var options = library.options
                configure(&options)
                let expected = try Expected(
                    own ?? outcome ?? object, old: try model.init(json: old ?? "{}"), library)
                if old == nil { try expected.checkImport(of: object, options) }
                try expected.checkUpdate(by: object, options)
            }
        }

        func callAsFunction(_ library: Library) throws { try check(library) }
    }
}

/// The expected outcome of a scenario with the preset of one library.
private struct Expected<Model: Importable & Equatable & SendableMetatype> {
    let old: Model
    /// The record, or `nil` if the import fails.
    let record: Model?
    /// The path and the beginning of the message of the error or mismatch; `nil` if there is neither.
    let error: String?

    init(_ outcome: String, old: Model, _ library: MigrationTests.Library) throws {
        self.old = old
        let parts = outcome.split(separator: " / ").map(String.init)
        error = parts.last.flatMap { $0.hasPrefix(".") ? $0 : nil }
        guard parts[0].hasPrefix("{") else {
            record = library == .rzImport ? old : nil
            return
        }
        let record = try Model(json: parts[0])
        // A default import that read no members would make every record equal.
        #expect(try parts[0] == "{}" || record != Model(json: "{}"), "\(parts[0])")
        self.record = record
    }

    /// Imports the object as text in every chunk size, and as a dictionary.
    func checkImport(of object: String, _ options: ImportOptions) throws {
        let text = try importAllChunkSizes(
            to: Model.self, from: Array("[\(object)]".utf8), chunkSizes: [1, 7, nil]
        ) { $0 = options }
        for outcome in [text, dictionaryOutcome(of: Model.self, [try dictionary(object)], options)] {
            #expect(outcome.records == (record.map { [$0] } ?? []))
            let errors = outcome.error.map { [$0] } ?? outcome.summary?.mismatches.map(\.error) ?? []
            #expect(errors.count == (error == nil ? 0 : 1), "\(errors)")
            for found in errors {
                #expect(found.path?.components.first == .index(0))
                expect(found)
            }
        }
    }

    /// Updates the old record from a text and from a dictionary.
    func checkUpdate(by object: String, _ options: ImportOptions) throws {
        let members = try dictionary(object)
        for update in [
            { try $0.update(from: object, options: options) },
            { try $0.update(from: members, options: options) },
        ] as [(inout Model) throws -> ImportSummary] {
            var updated = old
            do {
                let summary = try update(&updated)
                #expect(updated == record)
                #expect(summary.mismatches.count == (error == nil ? 0 : 1))
                for mismatch in summary.mismatches { expect(mismatch.error) }
            } catch let found as ImportError {
                #expect(record == nil && updated == old, "\(found)")
                expect(found)
            }
        }
    }

    private func expect(_ found: ImportError) {
        let path = found.path?.description.trimmingPrefix("$").trimmingPrefix("[0]") ?? ""
        #expect("\(path): \(found.message)".hasPrefix(error ?? "no error"))
    }
}

/// Imports a model from one object, as text in every `ImportVariant` and as a dictionary, and requires the same outcome
/// from all imports.
@discardableResult
func importWithPreset<Model: Importable & Equatable>(
    _ object: String, to model: Model.Type, _ options: ImportOptions,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
) async throws -> Outcome<Model> {
    try await importAllFrontEnds(
        to: model, from: "[\(object)]", chunkSizes: [1, 7, nil], sourceLocation: sourceLocation
    ) { $0 = options }
}

/// Returns the members of an object, as `JSONSerialization` reads them.
func dictionary(_ object: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(object.utf8)) as? [String: Any])
}
