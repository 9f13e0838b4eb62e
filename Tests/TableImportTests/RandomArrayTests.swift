import Foundation
import JSONRecords
import TestSupport
import Testing

@testable import TableImport

/// The rows of random records with arrays in arrays are those of a simple model, which reads whole records with
/// `JSONSerialization`.
@Suite struct RandomArrayTests {
    private static let expansions = [
        ["a"], ["a", "a.b"], ["a", "a.b", "a.b.c"], ["a", "a.b", "b", "c"], ["o.a", "o.a.o.b", "b"],
        ["a.b", "c"],
        ["c", "c.c", "c.c.c"],
    ]

    @Test(arguments: 0..<TestTier.count(10, full: 350))
    func rowsAreThoseOfModel(number: Int) throws {
        var random = Random(seed: TestTier.seed &+ UInt64(number))
        let arrays = Self.expansions[number % Self.expansions.count].map {
            $0.split(separator: ".").map(String.init)
        }
        let (hasKey, flattens) = (Bool.random(using: &random), Int.random(in: 0..<4, using: &random) == 0)
        var model = Model(arrays: arrays, flattens: flattens, key: hasKey ? "t_id" : "record_id")
        var dump = ""
        for record in 1...60 {
            // The key of the record is its number.
            let members = randomMembers([], isRead: true, depth: 0, arrays, &random)
            dump +=
                "{\(([hasKey ? "\"id\":\(record)" : ""] + members.written).filter { !$0.isEmpty }.joined(separator: ","))}\n"
            let text = "{\(members.counting.joined(separator: ","))}"
            let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
            try model.add(#require(object), number: record, hasKey: hasKey)
        }
        let workspace = try Workspace(dump)
        let result = workspace.run {
            $0.keys = hasKey ? ["id"] : []
            $0.expandedArrays = arrays.map(ExpandedArray.init(path:))
            $0.flattens = flattens
            $0.batchSize = [1, 5, 1000].randomElement(using: &random)!
            $0.readOptions.chunkBytes = [1, 13, 1 << 16].randomElement(using: &random)!
            $0.readOptions.format = .lines
        }
        #expect(result.errorDescription == "" && model.tables.count > 1, "\(TestTier.repetition)")
        for (table, name) in zip(result.tables, ["t"] + result.children.map(\.table)) {
            let expected = model.tables[name] ?? []
            #expect(table.rows == expected.count, "\(name), \(TestTier.repetition)")
            #expect(try rows(of: name, in: workspace) == expected, "\(name), \(TestTier.repetition)")
        }
    }

    /// Returns the rows of a table in their order, each with its values that are not null by their columns.
    private func rows(of table: String, in workspace: Workspace) throws -> [[String: String]] {
        let columns = try workspace.columns(of: table).map { String($0.prefix { $0 != " " }) }
        guard !columns.isEmpty else { return [] }
        return try workspace.rows("SELECT * FROM \(table) ORDER BY rowid").map { row in
            Dictionary(uniqueKeysWithValues: zip(columns, row)).filter { $1 != "NULL" }
        }
    }

    // MARK: - Random records

    /// The text of a value as it is written, and without the members that later ones with the same key replace.
    private typealias Text = (written: String, counting: String)

    /// - Parameter isRead: whether the members of the value, if it is an object, are read. Then some keys occur twice.
    private func randomValue(
        _ path: [String], isRead: Bool, depth: Int, _ arrays: [[String]], _ random: inout Random
    ) -> Text {
        switch Int.random(in: depth < 7 ? 0..<10 : 0..<4, using: &random) {
        case 0: return ("null", "null")
        case 1: return ("\"é\\n\"", "\"é\\n\"")
        case 2, 3:
            let number = "\(Int.random(in: 0..<100, using: &random))"
            return (number, number)
        case 4...7:
            let isExpanded = isRead && arrays.contains(path)
            let elements = (0..<Int.random(in: 0..<4, using: &random)).map { _ in
                isExpanded && Bool.random(using: &random)
                    ? randomObject(path, isRead: true, depth: depth + 1, arrays, &random)
                    : randomValue(path, isRead: false, depth: depth + 1, arrays, &random)
            }
            return (
                "[\(elements.map(\.written).joined(separator: ","))]",
                "[\(elements.map(\.counting).joined(separator: ","))]"
            )
        default:
            let isOnPath = !arrays.contains(path) && arrays.contains { $0.starts(with: path) }
            return randomObject(path, isRead: isRead && isOnPath, depth: depth + 1, arrays, &random)
        }
    }

    private func randomObject(
        _ path: [String], isRead: Bool, depth: Int, _ arrays: [[String]], _ random: inout Random
    ) -> Text {
        let members = randomMembers(path, isRead: isRead, depth: depth, arrays, &random)
        return ("{\(members.written.joined(separator: ","))}", "{\(members.counting.joined(separator: ","))}")
    }

    private func randomMembers(
        _ path: [String], isRead: Bool, depth: Int, _ arrays: [[String]], _ random: inout Random
    ) -> (written: [String], counting: [String]) {
        var members: (written: [String], counting: [String]) = ([], [])
        for key in ["a", "b", "c", "o", "v"] where Int.random(in: 0..<3, using: &random) > 0 {
            func value() -> Text {
                randomValue(path + [key], isRead: isRead, depth: depth, arrays, &random)
            }
            while isRead, Int.random(in: 0..<5, using: &random) == 0 {
                members.written.append("\"\(key)\":\(value().written)")
            }
            let text = value()
            members.written.append("\"\(key)\":\(text.written)")
            members.counting.append("\"\(key)\":\(text.counting)")
        }
        return members
    }
}

/// The rows of the tables that records with expanded arrays become.
private struct Model {
    typealias Row = [String: String]

    let arrays: [[String]]
    let flattens: Bool
    /// The name of the column of child tables for the key of the record.
    let key: String
    /// The values that are not null, by the names of the tables and columns.
    private(set) var tables: [String: [Row]] = [:]

    init(arrays: [[String]], flattens: Bool, key: String) {
        (self.arrays, self.flattens, self.key) = (arrays, flattens, key)
    }

    mutating func add(_ record: [String: Any], number: Int, hasKey: Bool) throws {
        var row = [hasKey ? "id" : "record_id": "\(number)"]
        try read(record, at: [], in: [], links: [key: "\(number)"], &row)
        tables["t", default: []].append(row)
    }

    /// - Parameter array: the path of the innermost expanded array around the object; empty in a record.
    private mutating func read(
        _ object: [String: Any], at path: [String], in array: [String], links: Row, _ row: inout Row
    ) throws {
        let expanded = arrays.filter { inner in
            array
                == (arrays.filter { $0 != inner && inner.starts(with: $0) }.max { $0.count < $1.count } ?? [])
        }
        for (key, value) in object {
            let path = path + [key]
            switch value {
            case let elements as [Any] where expanded.contains(path):
                let position = array.isEmpty ? "position" : "\(Self.name(path, in: array))_position"
                for (index, element) in elements.enumerated() {
                    var links = links
                    // The third of three equal keys has a number.
                    links[links[position] == nil ? position : "\(position)_2"] = "\(index)"
                    try add(element, of: path, links)
                }
            case let members as [String: Any]
            where !members.isEmpty
                && (flattens || !expanded.contains(path) && expanded.contains { $0.starts(with: path) }):
                try read(members, at: path, in: array, links: links, &row)
            default: row[Self.name(path, in: array)] = try Self.spelled(value)
            }
        }
    }

    private mutating func add(_ element: Any, of array: [String], _ links: Row) throws {
        var row = links
        if let object = element as? [String: Any] {
            try read(object, at: array, in: array, links: links, &row)
        } else {
            row["value"] = try Self.spelled(element)
        }
        tables["t_\(array.joined(separator: "_"))", default: []].append(row)
    }

    private static func name(_ path: [String], in array: [String]) -> String {
        path.dropFirst(array.count).joined(separator: "_")
    }

    /// Returns a value as SQL spells it; `nil` for null.
    private static func spelled(_ value: Any) throws -> String? {
        switch value {
        case is NSNull: return nil
        case let text as String: return "'\(text)'"
        case let number as NSNumber: return "\(number)"
        default:
            let data = try JSONSerialization.data(
                withJSONObject: value, options: [.sortedKeys, .withoutEscapingSlashes])
            return "'\(String(decoding: data, as: UTF8.self))'"
        }
    }
}
