/// One variant to import a text: what it comes from, how much is read at a time, and how the records are taken.
struct ImportVariant: CustomStringConvertible, Sendable {
    /// What the text comes from.
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

    /// How the records are taken.
    enum Form: CaseIterable {
        case forEach, collect, iterator, batches, batchIterator, asyncIterator
        /// An array made of a text in memory.
        case array
    }

    var input: Input
    var form: Form
    /// How much is read at a time; as much as there is, if `nil`.
    var chunkBytes: Int?

    var description: String {
        let size = chunkBytes.map { "\($0) bytes at a time" } ?? "all at once"
        return "\(form) over \(input), \(size)"
    }

    static let chunkSizes = [1, 2, 3, 7, 31, 4096, nil]

    /// Every form with every chunk size, and every input with some of them.
    static func all(chunkSizes: [Int?] = chunkSizes) -> [ImportVariant] {
        let forms = Form.allCases.filter { $0 != .array }.flatMap { form in
            chunkSizes.map { ImportVariant(input: .bytes, form: form, chunkBytes: $0) }
        }
        let few = chunkSizes.count > 3 ? [chunkSizes[0], chunkSizes[3], chunkSizes.last!] : chunkSizes
        let inputs = Input.allCases.filter { $0 != .bytes }.flatMap { input in
            few.flatMap { size in
                (input.isAsync ? Self.asyncForms : [.forEach]).map {
                    ImportVariant(input: input, form: $0, chunkBytes: size)
                }
            }
        }
        return forms + inputs
    }

    private static let asyncForms: [Form] = [.forEach, .collect, .batches, .batchIterator, .asyncIterator]

    /// The variants that cost little.
    static func quick(chunkSizes: [Int?] = chunkSizes) -> [ImportVariant] {
        chunkSizes.flatMap { size in
            [Form.forEach, .iterator].map { ImportVariant(input: .bytes, form: $0, chunkBytes: size) }
        }
    }
}
