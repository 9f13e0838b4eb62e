internal import Foundation
internal import JSONRecords
internal import SystemPackage

/// The lines of an input that a rejects file already has after its last checkpoint.
///
/// Only hash values are kept, so that a file with millions of lines takes little memory.
struct EarlierRejects {
    private var hashes: Set<Int> = []

    private static let chunkBytes = 64 << 10
    /// The length of the part of a line that is examined. The text, which may be longer, is at the end of the line.
    private static let maximumLineBytes = 1 << 20

    init() {}

    /// Reads the lines of an input in a file.
    ///
    /// - Parameter bytes: the offset after which to read. If the file is shorter, it is not the file of the checkpoint,
    ///   and is read from its beginning. A file that cannot be read counts as empty.
    init(in path: FilePath, of input: String, after bytes: Int64) {
        guard let file = try? FileDescriptor.open(path, .readOnly, options: .closeOnExec),
            let size = try? Stat(file).size
        else { return }
        defer { try? file.close() }
        try? read(file, from: bytes <= size ? bytes : 0, Data(RejectsLine.inputMember(input)))
    }

    /// Returns whether the file has a line with these bytes, without the line feed; for a line with a long text, without
    /// the text and what follows it.
    func contains(_ line: some Collection<UInt8>) -> Bool {
        !hashes.isEmpty && hashes.contains(Array(line).hashValue)
    }

    private mutating func read(_ file: FileDescriptor, from start: Int64, _ inputMember: Data) throws {
        var (offset, line) = (start, [UInt8]())
        var chunk = [UInt8](repeating: 0, count: Self.chunkBytes)
        while true {
            // SAFETY: `read` gets the address and the size of the buffer, and writes only within the buffer.
            let count = try unsafe chunk.withUnsafeMutableBytes {
                unsafe try file.read(fromAbsoluteOffset: offset, into: $0)
            }
            guard count > 0 else { return }
            offset += Int64(count)
            var rest = chunk[..<count]
            while let lineFeed = rest.firstIndex(of: UInt8(ascii: "\n")) {
                append(rest[..<lineFeed], to: &line)
                add(Data(line), inputMember)
                line.removeAll(keepingCapacity: true)
                rest = rest[(lineFeed + 1)...]
            }
            append(rest, to: &line)
        }
    }

    private func append(_ part: ArraySlice<UInt8>, to line: inout [UInt8]) {
        line += part.prefix(max(0, Self.maximumLineBytes - line.count))
    }

    /// Adds a line, if it is a line of the input.
    private mutating func add(_ line: Data, _ inputMember: Data) {
        guard line.starts(with: RejectsLine.start) else { return }
        let textStart = line.range(of: Data(RejectsLine.textStart))?.lowerBound
        let members = line[..<(textStart ?? line.endIndex - 1)]
        guard members.range(of: inputMember) != nil else { return }
        hashes.insert(Array(line).hashValue)
        if line.count >= RejectsLine.longTextBytes { hashes.insert(Array(members).hashValue) }
    }
}
