/// A search for the arrays of objects in the outermost object of a text, one of which may contain the records.
///
/// The search examines the beginning of the text only, and does not decode values.
struct EnvelopeProbe {
    /// The kind of text.
    enum Outcome: Equatable {
        /// The text is not one object with an array of objects.
        case noEnvelope
        /// The text is one object, whose only member with an array of objects is at this path. The other arrays are in
        /// objects inside it.
        case array(at: JSONPath, others: [RecordArray] = [])
        /// The text is one object that has several members with arrays of objects, or that may have more of them after
        /// the part that was examined. The arrays include those in objects inside it.
        case ambiguous([RecordArray])
    }

    /// The number of bytes after which the search ends.
    static let maximumBytes = 1 << 20
    /// The maximum number of keys in the path of an array that is found.
    private static let maximumKeys = 8
    /// The maximum number of arrays that are found.
    private static let maximumArrays = 100

    private var position = 0
    private var depth = 0
    /// The first byte of the previous token.
    private var previous: UInt8?
    /// The ranges of the current keys of the open objects, outermost first, as far as no array contains the object.
    private var keys: [Range<Int>] = []
    /// The depth of the outermost open array; `nil` if no array is open.
    private var arrayDepth: Int?
    private var arrays: [RecordArray] = []
    /// The index of the open array of objects.
    private var openArray: Int?
    private var hasEnded = false

    init() {}

    /// Continues the search.
    ///
    /// - Parameters:
    ///   - text: the bytes that have been read so far, from the beginning of the input.
    ///   - isComplete: whether no byte follows.
    /// - Returns: `nil` if more bytes are needed.
    mutating func outcome(of text: Span<UInt8>, isComplete: Bool) -> Outcome? {
        if position == 0 {
            guard let length = Self.markLength(text, isComplete: isComplete) else { return nil }
            position = length
        }
        let scanner = TokenScanner(text)
        while let token = scanner.token(at: position), isComplete || !token.isOpen {
            guard !hasEnded, previous != nil || text[token.start] == UInt8(ascii: "{") else {
                return .noEnvelope
            }
            read(token, text)
            position = token.end
            // An object without an array of objects is a record, whatever follows.
            if hasEnded, !hasOutermostArray { return .noEnvelope }
        }
        guard isComplete || text.count >= Self.maximumBytes else { return nil }
        return outcome
    }

    private var hasOutermostArray: Bool { arrays.contains(where: \.isOutermost) }

    /// The outcome for the text so far.
    private var outcome: Outcome {
        guard let first = arrays.first(where: \.isOutermost) else { return .noEnvelope }
        let isInArray = openArray.map { arrays[$0].isOutermost } ?? false
        guard arrays.count(where: \.isOutermost) == 1, hasEnded || isInArray else {
            return .ambiguous(arrays)
        }
        return .array(at: first.path, others: arrays.filter { !$0.isOutermost })
    }

    /// Returns the length of the byte order mark; `nil` if more bytes are needed.
    fileprivate static func markLength(_ text: Span<UInt8>, isComplete: Bool) -> Int? {
        switch TextEncoding.detect(in: text, isAtEnd: isComplete) {
        case .undecided: nil
        case .utf8(let markLength): markLength
        case .unsupported: 0
        }
    }

    private mutating func read(_ token: TokenScanner.Token, _ text: Span<UInt8>) {
        let byte = text[token.start]
        switch byte {
        case UInt8(ascii: "{"), UInt8(ascii: "["): open(byte, text)
        case UInt8(ascii: "}"), UInt8(ascii: "]"): close()
        case UInt8(ascii: "\"") where arrayDepth == nil && depth > 0 && previous != UInt8(ascii: ":"):
            keys[depth - 1] = token.start..<token.end
        default: break
        }
        previous = byte
    }

    private mutating func open(_ byte: UInt8, _ text: Span<UInt8>) {
        if depth == arrayDepth, byte == UInt8(ascii: "{") {
            if previous == UInt8(ascii: "[") { addArray(text) }
            if let openArray { arrays[openArray].objects += 1 }
        }
        depth += 1
        guard arrayDepth == nil else { return }
        if byte == UInt8(ascii: "[") { arrayDepth = depth } else { keys.append(0..<0) }
    }

    private mutating func close() {
        if let arrayDepth {
            if depth == arrayDepth { endArray() }
        } else {
            _ = keys.popLast()
        }
        depth -= 1
        hasEnded = depth <= 0
    }

    private mutating func addArray(_ text: Span<UInt8>) {
        guard keys.count <= Self.maximumKeys, arrays.count < Self.maximumArrays else { return }
        // The notation of a path spells a key as JSON does.
        let notation = keys.map { "[\(String(repairing: text.extracting($0)))]" }.joined()
        guard let path = try? JSONPath(notation) else { return }
        // Arrays with the same path are read one after another.
        let index = arrays.firstIndex { $0.path == path } ?? arrays.endIndex
        if index == arrays.endIndex { arrays.append(RecordArray(path: path, objects: 0, isOpen: true)) }
        arrays[index].isOpen = true
        openArray = index
    }

    private mutating func endArray() {
        if let openArray { arrays[openArray].isOpen = false }
        (openArray, arrayDepth) = (nil, nil)
    }
}

extension InputOrigin {
    /// Searches the beginning of the input for an envelope. The next source starts at the beginning again.
    func probeEnvelope() -> EnvelopeProbe.Outcome {
        var probe = EnvelopeProbe()
        var outcome: EnvelopeProbe.Outcome?
        peek { text, isComplete in
            outcome = probe.outcome(of: text, isComplete: isComplete)
            return outcome != nil
        }
        return outcome ?? .noEnvelope
    }

    /// Returns whether the text begins with an object. The next source starts at the beginning again.
    func beginsWithObject() -> Bool {
        var first: UInt8?
        peek { text, isComplete in
            guard let start = EnvelopeProbe.markLength(text, isComplete: isComplete) else { return false }
            first = text.extracting(start...).firstByteOfToken
            return first != nil
        }
        return first == UInt8(ascii: "{")
    }
}

extension Span<UInt8> {
    /// The first byte that is not white space.
    fileprivate var firstByteOfToken: UInt8? { TokenScanner(self).token(at: 0).map { self[$0.start] } }
}
