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
        /// The initializer of an array from a text in memory.
        case array
    }

    var input: Input
    var form: Form
    /// The chunk size in bytes; `nil` for all bytes at once.
    var chunkBytes: Int?

    var description: String {
        let size = chunkBytes.map { "\($0) bytes at a time" } ?? "all at once"
        return "\(form) over \(input), \(size)"
    }

    static let chunkSizes = [1, 2, 3, 7, 31, 4096, nil]

    /// Returns every form except `array` over bytes in memory with every chunk size, and every other input with at most
    /// three of the chunk sizes.
    static func all(chunkSizes: [Int?] = chunkSizes) -> [ImportVariant] {
        let forms = Form.allCases.filter { $0 != .array }.flatMap { form in
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
        return forms + inputs
    }

    private static let asyncForms: [Form] = [.forEach, .collect, .batches, .batchIterator, .asyncIterator]

    /// Returns the variants of `forEach` and the iterator over bytes in memory, which are fast.
    static func quick(chunkSizes: [Int?] = chunkSizes) -> [ImportVariant] {
        chunkSizes.flatMap { size in
            [Form.forEach, .iterator].map { ImportVariant(input: .bytes, form: $0, chunkBytes: size) }
        }
    }
}
