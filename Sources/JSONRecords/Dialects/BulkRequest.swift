/// The lines of a bulk request to Elasticsearch or OpenSearch: an action, and then the source of its document.
///
/// A record has the members `_index` and `_id` of the action, and the members of the source. An update has those of its `doc`. A
/// deletion has no source, and is not a record.
struct BulkRequest: Translation {
    /// An action whose source is the next value.
    private struct Action {
        /// The beginning of the record: a bracket, and the members of the action.
        var text = [UInt8(ascii: "{")]
        let isUpdate: Bool
    }

    private var action: Action?

    mutating func discardBeginning() { action = nil }

    mutating func append(
        _ value: Span<UInt8>, to text: inout [UInt8]
    ) throws(ImportError) -> Translated {
        guard let action else { return try readAction(value) }
        self.action = nil
        let source = value.extracting(action.isUpdate ? try Self.document(of: value) : 0..<value.count)
        var cursor = JSONCursor(source)
        guard cursor.skip("{") else {
            throw .typeMismatch(expected: "the source of a document, an object", found: cursor.excerpt)
        }
        text += action.text
        if text.count > 1, cursor.nextByte != UInt8(ascii: "}") { text.append(UInt8(ascii: ",")) }
        text.append(copying: source.extracting(cursor.position...))
        return .record
    }

    /// The names of actions.
    private static let names = ["index", "create", "update", "delete"]

    /// Reads an action, and keeps it for its source.
    private mutating func readAction(_ value: Span<UInt8>) throws(ImportError) -> Translated {
        var cursor = JSONCursor(value)
        guard cursor.skip("{"), let name = cursor.key(), cursor.skip("{"),
            Self.names.contains(String(utf8: name.withoutQuotes()))
        else {
            var found = JSONCursor(value)
            _ = found.skip("{")
            throw .typeMismatch(
                expected: #"an action such as {"index":{"_id":"1"}} before the source of a document"#,
                found: found.excerpt)
        }
        var action = Action(isUpdate: name.equals(#""update""#))
        while let key = cursor.key() {
            let member = cursor.value()
            guard key.equals(#""_index""#) || key.equals(#""_id""#) else { continue }
            if action.text.count > 1 { action.text.append(UInt8(ascii: ",")) }
            action.text.append(copying: key)
            action.text.append(UInt8(ascii: ":"))
            action.text.append(copying: value.extracting(member))
        }
        if name.equals(#""delete""#) { return .other }
        self.action = action
        return .beginning
    }

    /// Returns the range of the document in the source of an update.
    private static func document(of value: Span<UInt8>) throws(ImportError) -> Range<Int> {
        var cursor = JSONCursor(value)
        _ = cursor.skip("{")
        while let key = cursor.key() {
            let member = cursor.value()
            if key.equals(#""doc""#) { return member }
        }
        throw .typeMismatch(expected: "an update with a doc", found: "another source")
    }
}
