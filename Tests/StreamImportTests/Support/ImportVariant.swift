import Foundation

/// A variant of an import: its input, its chunk size, and the function that reads the records.
struct ImportVariant: CustomStringConvertible, Sendable {
    /// The type of the input.
    enum Input: CaseIterable {
        case bytes, data, string, file, handle, pipe, gzip, zstd
        case byteChunks, dataChunks, sliceChunks, singleBytes

        var isAsync: Bool {
            switch self {
            case .bytes, .data, .string, .file, .handle, .pipe, .gzip, .zstd: false
            case .byteChunks, .dataChunks, .sliceChunks, .singleBytes: true
            }
        }

        var isCompressed: Bool { self == .gzip || self == .zstd }
    }

    /// The function that reads the records.
    enum Form: CaseIterable {
        case forEach, collect, iterator, batches, batchIterator, asyncIterator
        /// The function whose records arrive in any order, sorted by their numbers.
        case concurrentForEach
        /// The initializer of an array.
        case array
    }

    var input: Input
    var form: Form
    /// The chunk size in bytes; `nil` for all bytes at once.
    var chunkBytes: Int?
    /// The number of threads that parse.
    var workerCount = 1
    /// The size of the segments that several threads parse.
    var segmentBytes = 1 << 10

    var description: String {
        let size = chunkBytes.map { "\($0) bytes at a time" } ?? "all at once"
        let threads = workerCount > 1 ? ", \(workerCount) threads, segments of \(segmentBytes) bytes" : ""
        return "\(form) over \(input), \(size)\(threads)"
    }

    static let chunkSizes = [1, 2, 3, 7, 31, 4096, nil]

    /// Returns `forEach` and the iterator over bytes in memory with every chunk size, which every comparison includes.
    static func basic(chunkSizes: [Int?] = chunkSizes) -> [ImportVariant] {
        chunkSizes.flatMap { size in
            [Form.forEach, .iterator].map { ImportVariant(input: .bytes, form: $0, chunkBytes: size) }
        }
    }

    /// Returns the other forms over bytes in memory with every chunk size, every other input with at most three of the chunk
    /// sizes, the variants on several threads, and the arrays.
    static func others(chunkSizes: [Int?] = chunkSizes) -> [ImportVariant] {
        let forms = [Form.collect, .batches, .batchIterator, .asyncIterator].flatMap { form in
            chunkSizes.map { ImportVariant(input: .bytes, form: form, chunkBytes: $0) }
        }
        let inputChunkSizes =
            chunkSizes.count > 3 ? [chunkSizes[0], chunkSizes[3], chunkSizes.last!] : chunkSizes
        let inputs = Input.allCases.filter { $0 != .bytes }.flatMap { input in
            inputChunkSizes.flatMap { size in
                (input.isAsync ? Self.asyncForms : [.forEach]).map {
                    ImportVariant(input: input, form: $0, chunkBytes: size)
                }
            }
        }
        let arrays = Input.allCases.filter { !$0.isAsync }.map {
            ImportVariant(input: $0, form: .array, chunkBytes: nil)
        }
        return forms + inputs + parallel + arrays
    }

    /// The variants on several threads, which cover most inputs and every form over sequences.
    static let parallel: [ImportVariant] = [
        (.bytes, .forEach, 2, 1, nil), (.bytes, .concurrentForEach, 3, 40, 3), (.data, .iterator, 8, 7, 1),
        (.handle, .batchIterator, 2, 31, 7), (.pipe, .asyncIterator, 2, 3, nil),
        (.gzip, .collect, 2, 40, nil), (.zstd, .batches, 3, 100, 31),
    ].map { (input: Input, form: Form, workerCount: Int, segmentBytes: Int, chunkBytes: Int?) in
        ImportVariant(
            input: input, form: form, chunkBytes: chunkBytes, workerCount: workerCount,
            segmentBytes: segmentBytes)
    }

    private static let asyncForms: [Form] = [.forEach, .collect, .batches, .batchIterator, .asyncIterator]
}
