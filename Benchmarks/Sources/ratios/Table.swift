/// A table in Markdown, so that the table can be pasted into the description of a change that affects speed.
struct Table {
    private var rows: [[String]]

    init(header: [String]) {
        rows = [header]
    }

    mutating func add(_ row: [String]) {
        rows.append(row)
    }

    /// The lines of the table. The first two columns contain names and are left-aligned. The other columns contain
    /// numbers and are right-aligned.
    var text: String {
        let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        var lines = rows.map { row in
            line(row.indices.map { pad(row[$0], to: widths[$0], isLeftAligned: $0 < 2) })
        }
        let rule = widths.indices.map { String(repeating: "-", count: widths[$0] - ($0 < 2 ? 0 : 1)) }
        lines.insert(line(rule.indices.map { $0 < 2 ? rule[$0] : rule[$0] + ":" }), at: 1)
        return lines.joined(separator: "\n")
    }

    private func line(_ cells: [String]) -> String {
        "| " + cells.joined(separator: " | ") + " |"
    }

    private func pad(_ text: String, to width: Int, isLeftAligned: Bool) -> String {
        let space = String(repeating: " ", count: width - text.count)
        return isLeftAligned ? text + space : space + text
    }
}
