package import Foundation
package import SystemPackage

/// The origin of an import's input: the bytes themselves, or the file that holds them.
///
/// Creating an origin does not open a file. Each iteration reads its own source, which starts where the first source
/// did. For an input that can be read only once, making a second source throws an error.
package final class InputOrigin: Sendable {
    /// The kinds of input.
    package enum Kind: Sendable {
        case file(URL)
        /// A file whose name may have bytes that are not UTF-8.
        case path(FilePath)
        /// A file to which another program appends; see ``FollowedFileSource``.
        case followedFile(URL)
        case handle(FileHandle)
        case bytes([UInt8])
        case data(Data)
        case text(String)
    }

    /// The state that is kept from one iteration to the next.
    private struct State {
        /// Whether a source was made.
        var isUsed = false

        /// The offset of a seekable handle when the first source was made.
        var start: Int64?

        /// The source that the next call returns, instead of a new one.
        var nextSource: UnsafeTransfer<any ByteSource>?
    }

    /// A range of the bytes of the input, and the fingerprint that a file must have.
    package typealias Part = (bytes: Range<Int>, fingerprint: InputFingerprint)

    private let kind: Kind
    /// The range to read; `nil` for the whole input. A pipe, a socket or a terminal has only the bytes of the range.
    private let range: Part?
    private let maximumWindowBytes: Int
    /// The treatment of numbers that are not finite, if the text may be nearly JSON; `nil` if it must be JSON.
    package let relaxedJSON: RelaxedJSON?
    private let state = Locked(State())

    /// - Parameter maximumWindowBytes: the maximum size of the window of compressed data.
    package init(
        _ kind: Kind, range: Part? = nil,
        maximumWindowBytes: Int = CompressionDetectingSource.defaultWindowBytes,
        relaxedJSON: RelaxedJSON? = nil
    ) {
        self.kind = kind
        self.range = range
        self.maximumWindowBytes = maximumWindowBytes
        self.relaxedJSON = relaxedJSON
    }

    /// The name of the input in errors, if it has one.
    package var name: String? {
        switch kind {
        case .file(let url), .followedFile(let url): url.isFileURL ? url.path : Self.withoutSecrets(url)
        case .path(let path): path.string
        case .handle(let handle): handle === FileHandle.standardInput ? "standard input" : nil
        case .bytes, .data, .text: nil
        }
    }

    /// Returns a source that starts at the beginning of the input, and inflates compressed input. A handle's input
    /// begins at the handle's offset when the first source is made.
    ///
    /// - Parameter yieldInterval: the time after which reading a pipe, a socket or a terminal returns
    ///   ``SourceRead/needMoreData``; `nil` if it blocks instead.
    /// - Parameter wholeLines: whether the source, if it yields, keeps the beginning of a line until the rest of it arrives.
    /// - Throws: ``ImportError/Code/alreadyRead`` for the second source of a pipe, a socket or a terminal;
    ///   ``ImportError/Code/cannotOpen`` for a URL that is not a file URL. Files are opened later, by the first read.
    package func makeSource(
        yieldingEvery yieldInterval: Duration? = nil, wholeLines: Bool = true
    ) throws(ImportError) -> any ByteSource {
        // SAFETY: the source is removed from the state, so no other call returns it.
        if let next = state.withLock({ $0.nextSource.take() }) { return next.value }
        let json = try makeNewSource(yieldInterval)
        let source = relaxedJSON == nil ? json : RelaxedSource(json)
        return yieldInterval != nil && wholeLines ? WholeLineSource(source) : source
    }

    private func makeNewSource(_ yieldInterval: Duration?) throws(ImportError) -> any ByteSource {
        if case .text(let text) = kind, Self.isPath(text) { throw .pathAsText() }
        if let range {
            let source = try rangeSource(range, yieldInterval)
            // A later range of a compressed input cannot be read alone.
            return range.bytes.lowerBound == 0 ? decompressed(source) : source
        }
        return switch kind {
        case .file(let url): decompressed(try urlSource(url, yieldInterval))
        case .path(let path): decompressed(try fileSource(.path(path), yieldInterval))
        case .followedFile(let url): decompressed(FollowedFileSource(url, name: name))
        case .handle(let handle): decompressed(try handleSource(handle, yieldInterval))
        case .bytes(let bytes): decompressed(MemorySource(bytes))
        case .data(let data): decompressed(MemorySource(data))
        // Text is not compressed, whatever it begins with.
        case .text(let text): MemorySource(text.utf8)
        }
    }

    private func decompressed(_ source: any ByteSource) -> any ByteSource {
        CompressionDetectingSource(source, maximumWindowBytes: maximumWindowBytes)
    }

    /// Whether a text is the path of a file: one line, which is not JSON.
    package static func isPath(_ text: String) -> Bool {
        guard text.utf8.count <= 1024, let first = text.utf8.first(where: { !$0.isJSONWhiteSpace }),
            !#"{["#.utf8.contains(first)
        else { return false }
        return text.wholeMatch(of: /(~|\.\.?)?\/[^\/*].*|[^"\n]*\.(json|jsonl|ndjson|gz|zst|bz2|xz|lz4)/)
            != nil
    }

    private func rangeSource(_ range: Part, _ yieldInterval: Duration?) throws(ImportError) -> RangeSource {
        let (source, endsWithRange): (any ByteSource, Bool)
        switch kind {
        case .bytes(let bytes): (source, endsWithRange) = (MemorySource(bytes[range.bytes]), false)
        case .handle(let handle): (source, endsWithRange) = (try handleSource(handle, yieldInterval), true)
        case .path(let path):
            endsWithRange = isReadOnce
            if !endsWithRange { try range.fingerprint.check(path) }
            source = try fileSource(.path(path), from: Int64(range.bytes.lowerBound), yieldInterval)
        case .file, .followedFile, .data, .text: preconditionFailure("a part is of a file or a pipe")
        }
        return RangeSource(source, count: range.bytes.count, endsWithRange: endsWithRange, name: name)
    }

    private func urlSource(_ url: URL, _ yieldInterval: Duration?) throws(ImportError) -> any ByteSource {
        guard url.isFileURL else {
            throw ImportError(
                .cannotOpen, "is not a file URL",
                advice: url.scheme == nil
                    ? "create the URL of a path with URL(filePath:)"
                    : "download it first, or import its bytes as an asynchronous sequence",
                input: Self.withoutSecrets(url))
        }
        return try fileSource(.url(url), yieldInterval)
    }

    private func fileSource(
        _ file: FileSource.File, from start: Int64 = 0, _ yieldInterval: Duration?
    ) throws(ImportError) -> any ByteSource {
        let isUsed = state.withLock { state in
            defer { state.isUsed = true }
            return state.isUsed
        }
        // A named pipe can be opened again without an error, and then blocks until another process opens it for
        // writing.
        if isUsed, let status = try? file.status(), status.isReadOnce { throw .alreadyRead(name) }
        return FileSource(file, from: start, name: name, yieldInterval: yieldInterval)
    }

    private func handleSource(_ handle: FileHandle, _ yieldInterval: Duration?) throws(ImportError)
        -> any ByteSource
    {
        // The null device's handle has no descriptor.
        if handle === FileHandle.nullDevice { return MemorySource([]) }
        let start = try state.withLock { state throws(ImportError) in
            if let start = state.start { return start as Int64? }
            if state.isUsed { throw .alreadyRead(name) }
            let descriptor = FileDescriptor(rawValue: handle.fileDescriptor)
            // A handle without a status cannot be read: the source throws the error, each time.
            guard let status = try? Stat(descriptor) else { return nil }
            state.isUsed = true
            state.start = status.isReadOnce ? nil : descriptor.currentOffset
            return state.start
        }
        return FileSource(.handle(handle), from: start, name: name, yieldInterval: yieldInterval)
    }

    /// Reads the beginning of the input, decompressed. The next source starts at the beginning again, even if the input
    /// can be read only once.
    ///
    /// - Parameter isEnough: receives the bytes that have been read so far, whether no byte follows, and whether none has
    ///   arrived for some time. Returns whether to stop reading. An input that cannot be read ends without a call; the next
    ///   source throws the error.
    func peek(until isEnough: (_ text: Span<UInt8>, _ isComplete: Bool, _ isWaiting: Bool) -> Bool) {
        // The source may be read later by an import that commits rows while it waits.
        guard let source = try? makeSource(yieldingEvery: Self.peekYieldInterval) else { return }
        var (bytes, chunk) = ([UInt8](), [UInt8](repeating: 0, count: Self.peekedChunkBytes))
        var (isComplete, isWaiting, readError) = (false, false, ImportError?.none)
        repeat {
            do throws(ImportError) {
                let read = try source.read(into: &chunk)
                isWaiting = read == .needMoreData
                if case .bytes(let count) = read { bytes += chunk.prefix(count) }
                isComplete = read == .end
            } catch {
                readError = error
            }
        } while readError == nil && !isEnough(bytes.span, isComplete, isWaiting) && !isComplete
        guard isReadOnce else { return }
        let peeked = PeekedSource(bytes, of: source, error: readError)
        // SAFETY: this function keeps no reference to the source.
        state.withLock { $0.nextSource = UnsafeTransfer(peeked) }
    }

    private static let peekedChunkBytes = 64 << 10
    private static let peekYieldInterval = Duration.milliseconds(100)

    /// Whether the input has an end, and can be read again after it.
    package var canBeReadTwice: Bool {
        if case .followedFile = kind { false } else { !isReadOnce }
    }

    /// Whether the input can be read only once.
    package var isReadOnce: Bool {
        switch kind {
        case .file(let url), .followedFile(let url): (try? Stat(url))?.isReadOnce ?? false
        case .path(let path): (try? Stat(path))?.isReadOnce ?? false
        case .handle(let handle):
            // The null device's handle has no descriptor.
            handle !== FileHandle.nullDevice
                && (try? Stat(FileDescriptor(rawValue: handle.fileDescriptor)))?.isReadOnce ?? true
        case .bytes, .data, .text: false
        }
    }

    /// Returns a URL without user, password, query and fragment, which may be secret.
    package static func withoutSecrets(_ url: URL) -> String {
        guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else { return url.path }
        parts.user = nil
        parts.password = nil
        parts.query = nil
        parts.fragment = nil
        return parts.string ?? url.path
    }
}

/// The properties of a file by which a reader of a part recognizes that the file is the one that was divided.
public struct InputFingerprint: Hashable, Sendable {
    /// The number of first bytes that a fingerprint has.
    private static let firstByteCount = 64

    /// The size of the file, in bytes.
    public var size: Int

    /// The time of the last modification, in seconds since 1970 with nine decimal places, such as `1795546800.123456789`;
    /// `nil` if it is not compared. It is the output of `stat -c %.9Y`.
    public var modified: String?

    /// The first bytes of the file; `nil` if they are not compared. A file that is divided gets its first 64 bytes.
    public var firstBytes: [UInt8]?

    /// Creates a fingerprint.
    public init(size: Int, modified: String? = nil, firstBytes: [UInt8]? = nil) {
        self.size = size
        self.modified = modified
        self.firstBytes = firstBytes
    }

    /// Reads the fingerprint of a file.
    ///
    /// - Throws: ``ImportError/Code/cannotOpen``, also if the file is not regular.
    package init(of path: FilePath) throws(ImportError) {
        // Opening a named pipe would wait for a writer.
        if let type = try? Stat(path).type, type != .regular, type != .directory {
            throw ImportError(
                .cannotOpen, "cannot be read in parts, because it is not a regular file",
                advice: "write it to a file first", input: path.string)
        }
        do throws(Errno) {
            let file = try FileSource.File.path(path).open()
            defer { try? file.close() }
            let status = try Stat(file)
            guard status.type != .directory else { throw .isDirectory }
            self.init(
                size: Int(status.size), modified: Self.text(of: status.st_mtim),
                firstBytes: try file.firstBytes(Self.firstByteCount))
        } catch {
            throw .cannotOpen(path.string, error)
        }
    }

    private static func text(of time: timespec) -> String {
        // The fraction counts forward, also before 1970.
        let isBefore1970 = time.tv_sec < 0 && time.tv_nsec > 0
        let (seconds, nanoseconds) =
            isBefore1970
            ? (-1 - time.tv_sec, 1_000_000_000 - time.tv_nsec) : (time.tv_sec, time.tv_nsec)
        return (isBefore1970 ? "-" : "") + "\(seconds)." + nanoseconds.padded(to: 9)
    }

    /// Whether the file is compressed.
    package var isCompressed: Bool {
        if case .compressed = CompressionFormat.detect(in: firstBytes ?? []) { true } else { false }
    }

    /// Checks that a file has this fingerprint.
    ///
    /// - Throws: ``ImportError/Code/inputChanged``, or ``ImportError/Code/cannotOpen``.
    func check(_ path: FilePath) throws(ImportError) {
        let found = try InputFingerprint(of: path)
        guard found.size == size else {
            throw .inputChanged(path.string, "its size is \(found.size) bytes, and was \(size)")
        }
        if let firstBytes, found.firstBytes?.starts(with: firstBytes) != true {
            throw .inputChanged(path.string, "its first bytes have changed")
        }
        if let modified, found.modified != modified {
            throw .inputChanged(
                path.string, "its modification time is \(found.modified ?? "unknown"), and was \(modified)",
                advice: "divide it again; or, if it is a copy, remove the member modified from the manifest")
        }
    }
}

extension FileDescriptor {
    /// Returns the first bytes of a file; fewer if the file is shorter.
    fileprivate func firstBytes(_ maximumCount: Int) throws(Errno) -> [UInt8] {
        try rethrowingErrno { () throws in
            // SAFETY: the system writes only within the memory, and returns the number of bytes that it has written.
            try unsafe [UInt8](unsafeUninitializedCapacity: maximumCount) { memory, count in
                while count < maximumCount {
                    let rest = unsafe UnsafeMutableRawBufferPointer(
                        UnsafeMutableBufferPointer(rebasing: memory[count...]))
                    let added = try unsafe read(fromAbsoluteOffset: Int64(count), into: rest)
                    guard added > 0 else { break }
                    count += added
                }
            }
        }
    }
}

/// A source of bytes that are in memory already: an array, a `Data`, or the UTF-8 of a string.
///
/// The bytes are shared with their owner, and not copied until they are read.
package final class MemorySource<Bytes: Collection<UInt8>>: ByteSource {
    private var unread: Bytes.SubSequence
    package private(set) var bytesRead = 0
    package let totalBytes: Int?
    package var textBytes: Int? { totalBytes }

    /// Creates a source that reads these bytes, from the first to the last.
    package init(_ bytes: Bytes) {
        unread = bytes[...]
        totalBytes = bytes.count
    }

    package func read(into buffer: inout OutputSpan<UInt8>) -> SourceRead {
        guard !unread.isEmpty else { return .end }
        let count = buffer.append(prefixOf: unread)
        unread = unread.dropFirst(count)
        bytesRead += count
        return .bytes(count)
    }
}
