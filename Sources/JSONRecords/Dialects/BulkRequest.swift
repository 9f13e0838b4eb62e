/// The lines of a bulk request to Elasticsearch or OpenSearch: an action, and then the source of its document.
///
/// A record has the members `_index` and `_id` of the action, and the other members of the source. An update has those of its
/// `doc`. A deletion has no source, and is not a record.
struct BulkRequest: Translation {
    /// An action whose source is the next value.
    private struct Action {
        /// The beginning of the record: a bracket, and the members of the action.
        var text = [UInt8(ascii: "{")]
        let isUpdate: Bool
    }

    private var action: Action?
    private var (deletionCount, updateCount) = (0, 0)

    mutating func discardBeginning() { action = nil }

    mutating func append(
        _ value: Span<UInt8>, to text: inout [UInt8]
    ) throws(ImportError) -> Translated {
        guard let action, !Self.isAction(value) else { return try readAction(value) }
        self.action = nil
        let source = value.extracting(action.isUpdate ? try Self.document(of: value) : 0..<value.count)
        var cursor = JSONCursor(source)
        guard cursor.skip("{") else {
            throw .typeMismatch(expected: "the source of a document, an object", found: cursor.excerpt)
        }
        text += action.text
        if text.count > 1, cursor.nextByte != UInt8(ascii: "}") { text.append(UInt8(ascii: ",")) }
        text.append(copying: source.extracting(cursor.position...))
        if action.isUpdate { updateCount += 1 }
        // Of two members with one key, the last one counts.
        if action.text.count > 1, Self.mayHaveIndexOrID(source) {
            text.removeLast()
            text += [UInt8(ascii: ",")] + action.text.dropFirst() + [UInt8(ascii: "}")]
        }
        return .record
    }

    private static func mayHaveIndexOrID(_ source: Span<UInt8>) -> Bool {
        source.indices.dropFirst().contains {
            source[$0] == UInt8(ascii: "_") && source[$0 - 1] == UInt8(ascii: "\"")
        }
    }

    var note: String? {
        let actions = [(deletionCount, "deletion"), (updateCount, "partial update")].filter { $0.0 > 0 }
            .map { $0.counted($1) }.joined(separator: " and ")
        return actions.isEmpty
            ? nil
            : "--format bulk: \(actions) not applied: a deletion removes no row, and a partial update is a record with the "
                + "members of its doc only"
    }

    /// The names of actions, and those of their members.
    private static let names = ["index", "create", "update", "delete"]
    private static let parameters: Set = [
        "_index", "_id", "_type", "routing", "version", "version_type", "pipeline", "require_alias",
        "retry_on_conflict",
        "if_seq_no", "if_primary_term",
    ]

    /// Returns whether a value is an action in place of a source: it has no other members.
    private static func isAction(_ value: Span<UInt8>) -> Bool {
        var cursor = JSONCursor(value)
        guard cursor.skip("{"), let name = cursor.key(), names.contains(String(utf8: name.withoutQuotes())),
            cursor.skip("{")
        else { return false }
        while let key = cursor.key() {
            guard parameters.contains(String(utf8: key.withoutQuotes())) else { return false }
            _ = cursor.value()
        }
        return cursor.skip("}") && cursor.skip("}")
    }

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
        let isDeletion = name.equals(#""delete""#)
        if isDeletion { deletionCount += 1 }
        self.action = isDeletion ? nil : action
        return isDeletion ? .other : .beginning
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
