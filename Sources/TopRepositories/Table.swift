/// Rows of text in columns.
struct Table {
    enum Alignment { case left, right }

    let columns: [(title: String, alignment: Alignment)]
    var rows: [[String]] = []

    var text: String {
        let titles = columns.map(\.title)
        let widths = columns.indices.map { column in
            ([titles] + rows).map { $0[column].count }.max() ?? 0
        }
        let lines = ([titles, widths.map { String(repeating: "─", count: $0) }] + rows).map { row in
            zip(row, zip(columns, widths)).map { cell, column in
                let space = String(repeating: " ", count: column.1 - cell.count)
                return column.0.alignment == .left ? cell + space : space + cell
            }
        }
        return lines.map { line in
            var text = line.joined(separator: "  ")
            while text.last == " " { text.removeLast() }
            return text
        }.joined(separator: "\n")
    }
}

extension Int {
    /// The digits in groups of three: `1,234,567`.
    var grouped: String {
        let digits = Array(String(magnitude))
        let groups = stride(from: digits.count, to: 0, by: -3).map {
            String(digits[Swift.max($0 - 3, 0)..<$0])
        }
        return (self < 0 ? "-" : "") + groups.reversed().joined(separator: ",")
    }
}
