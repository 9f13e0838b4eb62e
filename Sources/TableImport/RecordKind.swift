internal import JSONRecords

/// The kind of the records that a table gets: the records with a value of a member.
package struct RecordKind: Hashable, Sendable {
    /// The key of the member that tells the kinds apart.
    package let key: String
    /// The string or the integer; `nil` for records in which the member is something else or missing.
    package let value: String?

    package init(key: String, value: String?) {
        (self.key, self.value) = (key, value)
    }

    /// The option as an argument of the program.
    var argument: String { "--table-by \(key)" }
}

extension RowReader {
    /// Returns whether the record that was read is of a kind. Mutating, so that the call does not copy the reader.
    mutating func isRow(of kind: RecordKind) -> Bool {
        let column = columns.columns.firstIndex { $0.has(path: [kind.key]) }
        guard let cell = column.flatMap({ batch.cell(for: Int32($0)) }) else { return kind.value == nil }
        switch cell.value {
        case .integer(let integer) where cell.kinds != .bool: return kind.value == "\(integer)"
        case .text(let start, let count):
            return kind.value == MemberValues.kind(batch.texts.span.extracting(start..<start + Int(count)))
        case .integer, .real, .null, .absent: return kind.value == nil
        }
    }
}
