internal import Foundation
internal import StreamImport

/// Reads the objects of an input in chunks of several sizes, and compares objects, errors, mismatches and summaries.
/// Also updates instances, and reads the dictionaries that `JSONSerialization` makes of the text.
///
/// - Parameter input: a header and a text; see ``ModelTestCase``.
/// - Returns: the first difference; `nil` if there is none.
package func modelDifference(of input: [UInt8]) -> String? {
    guard let testCase = ModelTestCase(input) else { return nil }
    let invariant = ModelInvariant(testCase: testCase)
    switch testCase.model % 16 {
    case 0: return invariant.difference(of: Scalars.self)
    case 1: return invariant.difference(of: Paths.self)
    case 2: return invariant.difference(of: Hooked.self)
    case 3: return invariant.difference(of: Node.self) ?? invariant.updateDifference(of: Node.self)
    case 4: return invariant.difference(of: Watched.self) ?? invariant.updateDifference(of: Watched.self)
    case 5: return invariant.difference(of: Bag.self) ?? invariant.updateDifference(of: Bag.self)
    case 6: return invariant.difference(of: Dynamic.self)
    case 7: return invariant.difference(of: Tree.self)
    case 8: return invariant.difference(of: JSONValue.self)
    case 9: return invariant.difference(of: [String: Int?].self)
    case 10: return invariant.difference(of: Row.self) ?? invariant.updateDifference(of: Row.self)
    case 11: return invariant.difference(of: Paths?.self)
    case 12: return invariant.difference(of: Part.self) ?? invariant.updateDifference(of: Part.self)
    case 13: return invariant.difference(of: Fit.self)
    case 14: return invariant.difference(of: Keyed.self)
    default: return invariant.difference(of: [String: Part?].self)
    }
}

/// A type whose instances can be updated.
protocol Updatable: Importable {
    /// Returns the instance to update.
    static func makeUpdateTarget() -> Self
}

/// The invariant for one input.
struct ModelInvariant {
    /// The function that reads the objects.
    private enum Form {
        case forEach, iterator
    }

    private static let chunkSizes = [1, 2, 3, 5, 7]

    let testCase: ModelTestCase

    func difference<Model: Importable>(of model: Model.Type) -> String? {
        let expected = objects(of: model, chunkBytes: nil, .forEach)
        for size in Self.chunkSizes {
            let found = objects(of: model, chunkBytes: size, size == 5 ? .iterator : .forEach)
            if let difference = difference(found, expected) { return "in chunks of \(size), \(difference)" }
        }
        return dictionaryDifference(of: model, expected)
    }

    private func objects<Model: Importable>(of model: Model.Type, chunkBytes: Int?, _ form: Form) -> [String]
    {
        let instances = KnownInstances()
        let records = StreamImporter.objects(
            of: model, from: testCase.text, at: testCase.path,
            options: options(for: model, chunkBytes, instances))
        var lines: [String] = []
        var summary = ImportSummary()
        do {
            switch form {
            case .forEach:
                try records.forEach(into: &summary) { lines.append(instances.description(of: $0)) }
            case .iterator:
                let iterator = records.makeIterator()
                defer { summary = iterator.summary }
                while let record = try iterator.next() { lines.append(instances.description(of: record)) }
            }
            lines.append("complete")
            lines.append("\(summary.textBytes) of \(summary.bytesRead) bytes")
        } catch {
            lines.append("error: \(describe(error))")
        }
        return lines + describe(summary) + instances.descriptions
    }

    /// Returns the options of the input, with the known instances.
    private func options(
        for model: any Importable.Type, _ chunkBytes: Int?, _ instances: KnownInstances
    ) -> ImportOptions {
        var options = testCase.options
        options.chunkBytes = chunkBytes ?? max(testCase.text.count, 1)
        options.dynamicModels["n"] = Bag.self
        // Other models get no functions in their options: imports whose options have no functions share compiled plans.
        if model is Node.Type { options.reuseInstances(in: instances.nodes) }
        if model is Watched.Type { options.reuseInstances(in: instances.watched) }
        return options
    }

    private func difference(_ found: [String], _ expected: [String]) -> String? {
        guard found != expected else { return nil }
        let index = zip(found, expected).enumerated().first { $0.element.0 != $0.element.1 }?.offset
        let line = index ?? min(found.count, expected.count)
        func text(_ lines: [String]) -> String { line < lines.count ? lines[line] : "nothing" }
        return "after \(line) equal lines:\n    \(text(found))\ninstead of\n    \(text(expected))"
    }
}

// MARK: - Updates

extension ModelInvariant {
    /// Updates an instance with the text in chunks of several sizes, and compares the results. Also updates an instance
    /// with the dictionary of the text, without a comparison.
    func updateDifference<Model: Updatable>(of model: Model.Type) -> String? {
        func update(_ chunkBytes: Int?) -> [String] {
            updated(model, chunkBytes) { try $0.update(from: Data(testCase.text), options: $1) }
        }
        let expected = update(nil)
        for size in [1, 3] {
            if let difference = difference(update(size), expected) {
                return "update in chunks of \(size), \(difference)"
            }
        }
        guard let dictionary = deserialized as? [String: Any] else { return nil }
        _ = updated(model, nil) { try $0.update(from: dictionary, options: $1) }
        return nil
    }

    private func updated<Model: Updatable>(
        _ model: Model.Type, _ chunkBytes: Int?,
        _ update: (inout Model, ImportOptions) throws -> ImportSummary
    ) -> [String] {
        let instances = KnownInstances()
        let options = options(for: model, chunkBytes, instances)
        var model = model.makeUpdateTarget()
        do {
            let summary = try update(&model, options)
            return [instances.description(of: model)] + describe(summary) + instances.descriptions
        } catch {
            return [instances.description(of: model), "error: \(describe(error))"] + instances.descriptions
        }
    }
}

// MARK: - Dictionaries

extension ModelInvariant {
    /// The value that `JSONSerialization` makes of the text.
    private var deserialized: Any? {
        try? JSONSerialization.jsonObject(with: Data(testCase.text), options: .fragmentsAllowed)
    }

    /// Reads the dictionaries of the text. Compares their objects with those of the text, if the text was read without
    /// an error and equals the dictionaries.
    private func dictionaryDifference<Model: Importable>(of model: Model.Type, _ expected: [String])
        -> String?
    {
        guard let dictionaries = deserialized as? [[String: Any]] else { return nil }
        let found = objects(of: model, from: dictionaries)
        // If two objects of a record refer to one instance, the last object determines the instance's values, and the
        // order of a dictionary's keys is random.
        let isShared = model is any Updatable.Type && Model.self is AnyClass
        guard !isShared, testCase.path == JSONPath(), expected.contains("complete"),
            found.contains("complete"),
            isUnchanged(dictionaries)
        else { return nil }
        let textObjects = expected.prefix { $0 != "complete" }
        let dictionaryObjects = found.prefix { $0 != "complete" }
        return difference(Array(dictionaryObjects), Array(textObjects)).map { "dictionaries, \($0)" }
    }

    private func objects<Model: Importable>(of model: Model.Type, from dictionaries: [[String: Any]])
        -> [String]
    {
        let instances = KnownInstances()
        let importer = DictionaryImporter(of: model, options: options(for: model, nil, instances))
        do {
            var objects: [Model] = []
            let summary = try importer.collect(from: dictionaries, into: &objects)
            guard summary.rejectedCount == 0, summary.mismatchCount == 0 else { return [] }
            return objects.map { instances.description(of: $0) } + ["complete"]
        } catch {
            return ["error: \(describe(error))"]
        }
    }

    /// Returns whether the dictionaries equal the text: each key occurs once, and numbers keep their spelling.
    private func isUnchanged(_ dictionaries: [[String: Any]]) -> Bool {
        var options = ImportOptions()
        options.duplicateKeys = .rejectRecord
        let textValues = try? StreamImporter.objects(
            of: JSONValue.self, from: testCase.text, options: options
        )
        .collect()
        let dictionaryValues = try? [JSONValue](dictionaries: dictionaries)
        return textValues != nil && textValues == dictionaryValues
    }
}

// MARK: - Descriptions

private func describe(_ summary: ImportSummary) -> [String] {
    ["\(summary.recordCount) records, \(summary.rejectedCount) rejected, \(summary.mismatchCount) mismatches"]
        + summary.rejectedRecords.map {
            "rejected: #\($0.number) \($0.byteRange) \($0.text?.debugDescription ?? "no text") \(describe($0.error))"
        } + summary.mismatches.map { "mismatch: #\($0.record) \(describe($0.error))" }
        + summary.unknownKeys.map { "unknown: \($0)" }
}

private func describe(_ error: any Error) -> String {
    guard let error = error as? ImportError else { return "\(error)" }
    return "\(error.code) \(error) \(error.cause.map(describe) ?? "")"
}
