/// The arrays of objects that are in the envelope, but not on the path: the user may mean these records.
///
/// They are reported only to a caller that asks for them, and only as far as the window holds them.
extension RecordReader {
    /// A value of the envelope that is not on the path.
    struct OtherValue {
        let key: String
        let start: Int
        /// Whether the value begins like an array of objects.
        let isArrayOfObjects: Bool
    }

    /// Begins a value that is not on the path.
    func beginOtherValue() {
        guard options.onOtherArray != nil, let key = otherKey, !paths.mayLeadToSeveralArrays else { return }
        let start = tokenStart
        let isArrayOfObjects = withReadText(from: start) { text in
            let scanner = TokenScanner(text)
            return text.count > 0 && text[0] == UInt8(ascii: "[")
                && scanner.token(at: 1).map { text[$0.start] } == UInt8(ascii: "{")
        }
        otherValue = OtherValue(key: key, start: start, isArrayOfObjects: isArrayOfObjects)
    }

    /// Reports the arrays of the value that has ended.
    func endOtherValue() {
        guard let value = otherValue else { return }
        otherValue = nil
        let path = envelope.path
        guard !path.contains(where: { if case .key = $0 { false } else { true } }) else { return }
        let arrays: [RecordArray]? = tokenizer.withText(value.start..<context.value.cursor.tokenEnd) { text in
            guard let text else { return nil }
            var object = Array(#"{"":"#.utf8)
            for index in text.indices { object.append(text[index]) }
            object.append(UInt8(ascii: "}"))
            var scanner = OutlineScanner(needsFollowing: true)
            return scanner.outline(of: object.span, isComplete: true)?.arrays
        }
        for array in arrays
            ?? (value.isArrayOfObjects
                ? [RecordArray(path: JSONPath([.key("")]), objects: 1, isOpen: true)] : [])
        {
            let components = path + [.key(value.key)] + array.path.components.dropFirst()
            options.onOtherArray?(
                RecordArray(path: JSONPath(components), objects: array.objects, isOpen: array.isOpen))
        }
    }
}
