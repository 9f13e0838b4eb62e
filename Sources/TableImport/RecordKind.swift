internal import JSONRecords

/// The kind of the records that a table gets: the records with certain values of a member.
package struct RecordKind: Hashable, Sendable {
    /// The key of the member that tells the kinds apart.
    package let key: String
    /// The strings or integers, of which a record has one; `nil` for records in which the member is something else or missing.
    package var values: Set<String?>

    package init(key: String, values: Set<String?>) {
        (self.key, self.values) = (key, values)
    }

    /// The option as an argument of the program.
    var argument: String { "--table-by \(key)" }
}

extension RowReader {
    /// Returns whether the record that was read is of a kind. Mutating, so that the call does not copy the reader.
    mutating func isRow(of kind: RecordKind) -> Bool {
        let column = columns.columns.firstIndex { $0.has(path: [kind.key]) }
        guard let cell = column.flatMap({ batch.cell(for: Int32($0)) }) else {
            return kind.values.contains(nil)
        }
        let value: String? =
            switch cell.value {
            case .integer(let integer) where cell.kinds != .bool: "\(integer)"
            case .text(let start, let count):
                MemberValues.kind(batch.texts.span.extracting(start..<start + Int(count)))
            case .integer, .real, .null, .absent: nil
            }
        return kind.values.contains(value)
    }
}
