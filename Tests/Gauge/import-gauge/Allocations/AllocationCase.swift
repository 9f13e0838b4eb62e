import CGauge
import Foundation
import StreamImport

/// An import whose allocations are counted: its model, its input, and the function that reads its records.
struct AllocationCase: Sendable {
    let name: String

    /// Imports `records` records, prints the stacks of `traces` allocations, and returns the counts.
    let measure: @Sendable (_ records: Int, _ traces: Int64) throws -> AllocationCount

    /// - Parameters:
    ///   - name: the name of the case on the command line.
    ///   - model: the type of the records.
    ///   - text: the input, with the given number of records.
    init<Model: Importable & AllocationOwner>(
        _ name: String, _ model: Model.Type, at path: JSONPath = JSONPath(),
        options: ImportOptions = ImportOptions(),
        from source: Source = .memory, by form: Form = .forEach,
        text: @escaping @Sendable (_ records: Int) -> [UInt8]
    ) {
        self.name = name
        measure = { records, traces in
            try source.withOrigin(text(records)) { origin in
                let sequence: ImportSequence<Model> =
                    switch origin {
                    case .bytes(let bytes):
                        StreamImporter.objects(of: model, from: bytes, at: path, options: options)
                    case .file(let url):
                        StreamImporter.objects(of: model, from: url, at: path, options: options)
                    }
                return try count(name, sequence, by: form, traces: traces)
            }
        }
    }

    /// The source of the text.
    enum Source {
        case memory
        case file

        fileprivate enum Origin {
            case bytes([UInt8])
            case file(URL)
        }

        fileprivate func withOrigin<Result>(_ text: [UInt8], _ body: (Origin) throws -> Result) throws
            -> Result
        {
            guard self == .file else { return try body(.bytes(text)) }
            let url = FileManager.default.temporaryDirectory
                .appending(path: "import-gauge-\(UUID().uuidString).json")
            try Data(text).write(to: url)
            defer { try? FileManager.default.removeItem(at: url) }
            return try body(.file(url))
        }
    }

    /// The function that reads the records.
    enum Form {
        case forEach
        case iterator
        case batches(Int)
        case batchIterator(Int)
    }
}

/// The allocations of one import.
struct AllocationCount: Encodable {
    let name: String
    let records: Int
    let rejected: Int
    /// The number of allocations that the import made.
    let allocations: Int
    /// The number of allocations that the records own.
    let ownedAllocations: Int
    /// The number of arrays of records that the import delivered.
    let batches: Int
}

private func count<Model: Importable & AllocationOwner>(
    _ name: String, _ sequence: ImportSequence<Model>, by form: AllocationCase.Form, traces: Int64
) throws -> AllocationCount {
    var batches = 0
    if traces > 0 { gauge_trace_allocations(warmUp, traces) }
    let before = gauge_allocations()
    let summary = try drain(sequence, by: form, &batches)
    let allocations = Int(gauge_allocations() - before)
    let records = try sequence.collect()
    // Subtracts the array of the collected records, which is not part of the measured import.
    return AllocationCount(
        name: name, records: records.count, rejected: summary.rejectedCount, allocations: allocations,
        ownedAllocations: records.ownedAllocations - (records.isEmpty ? 0 : 1), batches: batches)
}

private func drain<Model: Importable>(
    _ sequence: ImportSequence<Model>, by form: AllocationCase.Form, _ batches: inout Int
) throws -> ImportSummary {
    switch form {
    case .forEach: return try sequence.forEach { _ in }
    case .iterator:
        let iterator = sequence.makeIterator()
        while try iterator.next() != nil {}
        return iterator.summary
    case .batches(let count): return try sequence.batches(of: count).forEach { _ in batches += 1 }
    case .batchIterator(let count):
        var iterator = sequence.batches(of: count).makeIterator()
        while try iterator.next() != nil { batches += 1 }
        return iterator.summary
    }
}

/// A number greater than that of the allocations that an import makes before its first record.
private let warmUp: Int64 = 500
