import JSONRecords

/// A profile in JSON, for programs. Members without a value are omitted.
package struct ProfileReport {
    private let value: CompactJSON

    package init(_ profile: Profile) {
        value = [
            "records": .count(profile.records), "omittedMembers": .count(profile.omittedMembers),
            "paths": .array(profile.paths.map(Self.path)),
            "discriminator": profile.discriminator.map(Self.discriminator),
            "arrays": profile.arrays.isEmpty
                ? nil
                : .array(
                    profile.arrays.map { ["path": .string("\($0.path)"), "objects": .count($0.objects)] }),
        ]
    }

    /// The report as one line of JSON.
    package var json: String { value.text.withEscapedControls }

    /// Returns the member that tells the records apart, with its values and the keys that depend on it.
    private static func discriminator(_ discriminator: ProfileDiscriminator) -> CompactJSON {
        let values = discriminator.casesByFrequency.map { source -> CompactJSON in
            ["value": .string(source.value), "records": .count(source.records)]
        }
        let paths = discriminator.dependentKeys.map { keys in
            CompactJSON.string("\(ProfiledPath(steps: keys.map(ProfiledPath.Step.key)))")
        }
        return [
            "path": .string("\(discriminator.path)"), "values": .array(values),
            "dependentPaths": .array(paths),
        ]
    }

    private static func path(_ profile: PathProfile) -> CompactJSON {
        let values = profile.values
        return [
            "path": .string("\(profile.path)"), "present": .count(profile.occurrences),
            "of": .count(profile.possibleOccurrences), "types": types(values.counts),
            "numbers": numbers(values),
            "strings": strings(values),
            "arrays": values.elementCounts.bounds.map { bounds in
                ["leastCount": .count(bounds.lowerBound), "greatestCount": .count(bounds.upperBound)]
            },
            "keysAreData": profile.isDictionary ? .bool(true) : nil,
            "isIncomplete": profile.isIncomplete ? .bool(true) : nil,
            "example": (values.example?.text).map(CompactJSON.string),
        ]
    }

    private static func types(_ counts: TypeCounts) -> CompactJSON {
        func unlessNone(_ count: Int) -> CompactJSON? { count > 0 ? .count(count) : nil }
        return [
            "null": unlessNone(counts.nulls), "bool": unlessNone(counts.bools),
            "integer": unlessNone(counts.integers), "fraction": unlessNone(counts.fractions),
            "string": unlessNone(counts.strings), "array": unlessNone(counts.arrays),
            "object": unlessNone(counts.objects),
        ]
    }

    /// Returns the range of the numbers, and the types that hold all of them.
    private static func numbers(_ values: ValueProfile) -> CompactJSON? {
        guard let bounds = values.numbers.bounds else { return nil }
        let areIntegers = values.counts.fractions == 0
        let types = [
            ("Int64", areIntegers && values.numbers.fitInt64),
            ("UInt64", areIntegers && values.numbers.fitUInt64),
            ("Double", values.numbers.fitDouble), ("Decimal", values.numbers.fitDecimal),
        ]
        return [
            "least": bounds.least.map(CompactJSON.number),
            "greatest": bounds.greatest.map(CompactJSON.number),
            "fit": .array(types.filter(\.1).map { .string($0.0) }),
        ]
    }

    /// Returns the range of the strings' lengths, and the form that all strings have.
    private static func strings(_ values: ValueProfile) -> CompactJSON? {
        values.stringBytes.bounds.map { bounds in
            [
                "leastBytes": .count(bounds.lowerBound), "greatestBytes": .count(bounds.upperBound),
                "form": values.forms.name.map(CompactJSON.string),
            ]
        }
    }
}

/// A profile as a table for display: a row for each path.
package struct ProfileTable {
    private let rows: [[String]]

    private static let titles = ["path", "present", "null", "type", "range", "example"]
    private static let rightAlignedColumns: Set = [1, 2]
    private static let columnSeparator = "  "
    /// The maximum width of a cell. Longer text is truncated, because a cell widens its column in all rows.
    private static let maximumCellWidth = 500

    package init(_ profile: Profile) {
        rows = profile.paths.map { path in
            [
                "\(path.path)", Share(path.occurrences, of: path.possibleOccurrences).text,
                path.values.counts.nulls == 0
                    ? "" : Share(path.values.counts.nulls, of: path.values.counts.all).text,
                path.typeText, path.rangeText, path.values.example?.text ?? "",
            ].map(\.printable)
        }
    }

    /// Returns the lines of the table. The columns are narrowed until a line has at most `width` characters, but not to
    /// fewer than 32. If `width` is `nil`, lines have any length.
    package func lines(width: Int? = nil) -> [String] {
        var widths = Self.titles.indices.map { column in
            ([Self.titles] + rows).map { min($0[column].count, Self.maximumCellWidth) }.max() ?? 0
        }
        if let width { Self.fit(&widths, in: width) }
        let rule = widths.map { String(repeating: "─", count: $0) }
        return ([Self.titles, rule] + rows).map { row in
            let cells = row.indices.map { Self.cell(row[$0], width: widths[$0], column: $0) }
            var text = cells.joined(separator: Self.columnSeparator)
            while text.last == " " { text.removeLast() }
            return text
        }
    }

    /// Narrows the columns until a line fits: first to readable widths, then the paths and the examples to one
    /// character.
    private static func fit(_ widths: inout [Int], in width: Int) {
        let (path, type, range, example) = (0, 3, 4, 5)
        for (column, minimum) in [(example, 7), (path, 12), (range, 5), (type, 4), (path, 1), (example, 1)] {
            let lineWidth = widths.reduce(0, +) + columnSeparator.count * (widths.count - 1)
            guard lineWidth > width else { return }
            widths[column] = max(min(minimum, widths[column]), widths[column] - (lineWidth - width))
        }
    }

    private static func cell(_ text: String, width: Int, column: Int) -> String {
        guard text.count <= width else {
            // A path is truncated at its start, because its last keys identify it.
            return column == 0 ? "…" + text.suffix(width - 1) : text.prefix(width - 1) + "…"
        }
        let padding = String(repeating: " ", count: width - text.count)
        return rightAlignedColumns.contains(column) ? padding + text : text + padding
    }
}

extension PathProfile {
    /// The types of the values. If there are several types, also the share of each type.
    fileprivate var typeText: String {
        let counts = values.counts
        let types = counts.named
        guard types.count > 1 else { return types.first?.name ?? "null" }
        let notNullCount = counts.all - counts.nulls
        return types.map { "\($0.name) \(Share($0.count, of: notNullCount).text)" }.joined(separator: ", ")
    }

    fileprivate var rangeText: String {
        var parts: [String] = []
        if isDictionary { parts.append("keys are data") }
        if let range = values.elementCounts.bounds { parts.append(range.text(of: "element")) }
        if let range = values.stringBytes.bounds {
            parts.append(values.forms.name ?? range.text(of: "byte"))
        }
        if let bounds = values.numbers.bounds {
            let (least, greatest) = (bounds.least ?? "beyond Double", bounds.greatest ?? "beyond Double")
            parts.append(least == greatest ? least : "\(least)…\(greatest)")
        }
        if isIncomplete { parts.append("incomplete") }
        return parts.joined(separator: ", ")
    }
}

extension ClosedRange<Int> {
    /// Returns the range with a unit, such as `1…3 bytes`.
    fileprivate func text(of unit: String) -> String {
        let range = lowerBound == upperBound ? "\(lowerBound)" : "\(lowerBound)…\(upperBound)"
        return "\(range) \(unit)\(upperBound == 1 && lowerBound == 1 ? "" : "s")"
    }
}

/// A share of a total.
struct Share {
    /// The share as a number from 0 to 1. A share of nothing is 1.
    let fraction: Double
    let text: String

    init(_ part: Int, of total: Int) {
        fraction = part < total ? Double(part) / Double(total) : 1
        guard part < total else {
            text = "100%"
            return
        }
        let tenthsOfPercent = Int((fraction * 1000).rounded())
        switch tenthsOfPercent {
        case 0: text = part == 0 ? "0%" : "<0.1%"
        case 1000...: text = ">99.9%"
        default:
            text =
                tenthsOfPercent % 10 == 0
                ? "\(tenthsOfPercent / 10)%" : "\(tenthsOfPercent / 10).\(tenthsOfPercent % 10)%"
        }
    }
}
