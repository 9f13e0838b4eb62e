/// A search for the arrays of objects in the outermost object of a text, one of which may contain the records.
///
/// The search examines the beginning of the text only, and does not decode values.
package struct EnvelopeProbe {
    /// The kind of text.
    package enum Outcome: Equatable {
        /// The text is not one object with an array of objects.
        case noEnvelope
        /// The text is one object, whose only array of objects is at this path.
        case array(at: JSONPath)
        /// The text is one object that has several arrays of objects, at these paths, or that may have more of them
        /// after the part that was examined.
        case ambiguous([JSONPath])
    }

    /// The number of bytes after which the search ends.
    package static let maximumBytes = 1 << 20

    private var position = 0
    private var depth = 0
    /// The first byte of the previous token.
    private var previous: UInt8?
    /// The range of the current key of the outermost object.
    private var key = 0..<0
    private var arrays: [JSONPath] = []
    /// Whether the current value of the outermost object is an array of objects.
    private var isInArray = false
    private var hasEnded = false

    package init() {}

    /// Continues the search.
    ///
    /// - Parameters:
    ///   - text: the bytes that have been read so far, from the beginning of the input.
    ///   - isComplete: whether no byte follows.
    /// - Returns: `nil` if more bytes are needed.
    package mutating func outcome(of text: Span<UInt8>, isComplete: Bool) -> Outcome? {
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
            if hasEnded, arrays.isEmpty { return .noEnvelope }
        }
        guard isComplete || text.count >= Self.maximumBytes else { return nil }
        if arrays.isEmpty { return .noEnvelope }
        return arrays.count == 1 && (hasEnded || isInArray) ? .array(at: arrays[0]) : .ambiguous(arrays)
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
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            if depth == 2, byte == UInt8(ascii: "{"), previous == UInt8(ascii: "["), !isInArray {
                addArray(text)
            }
            depth += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
            depth -= 1
            if depth == 1 { isInArray = false }
            hasEnded = depth <= 0
        case UInt8(ascii: "\"") where depth == 1 && previous != UInt8(ascii: ":"):
            key = token.start..<token.end
        default: break
        }
        previous = byte
    }

    private mutating func addArray(_ text: Span<UInt8>) {
        isInArray = true
        // The notation of a path spells a key as JSON does.
        guard let path = try? JSONPath("[\(String(repairing: text.extracting(key)))]") else { return }
        // Arrays with the same key are read one after another.
        if !arrays.contains(path) { arrays.append(path) }
    }
}

extension InputOrigin {
    /// Searches the beginning of the input for an envelope. The next source starts at the beginning again.
    package func probeEnvelope() -> EnvelopeProbe.Outcome {
        var probe = EnvelopeProbe()
        var outcome: EnvelopeProbe.Outcome?
        peek { text, isComplete in
            outcome = probe.outcome(of: text, isComplete: isComplete)
            return outcome != nil
        }
        return outcome ?? .noEnvelope
    }
}

extension InputOrigin {
    /// Returns whether the text begins with an object. The next source starts at the beginning again.
    package func beginsWithObject() -> Bool {
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

extension ImportError {
    /// The error of a text in which several arrays, at these paths, may contain the records.
    package static func ambiguousEnvelope(_ arrays: [JSONPath]) -> ImportError {
        let names = arrays.map(\.argument)
        let choices = names.map { "--path \($0)" }.joined(separator: " or ")
        let found = arrays.count == 1 ? "an array" : "several arrays"
        return ImportError(
            .invalidPath,
            "expected records, found an object with \(found) of objects: \(names.joined(separator: ", "))",
            advice: "use \(choices), or --format json to read the object as one record")
    }
}
