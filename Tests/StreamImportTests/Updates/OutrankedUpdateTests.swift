import StreamImport
import Testing

/// In-place updates of objects by members whose values are replaced by other members.
@Suite struct OutrankedUpdateTests {
    @Importable
    final class Cell: @unchecked Sendable, CustomStringConvertible {
        var id: Int?
        var a = 0
        var b = 0
        var inner: Cell?

        var description: String {
            (id.map { "#\($0) " } ?? "") + "a:\(a),b:\(b)" + (inner.map { " (\($0))" } ?? "")
        }
    }

    @Importable
    final class Holder: @unchecked Sendable {
        @Key("k1", "p.k", "k2") var cell: Cell?
        var other: Cell?
        var wrapped: Wrapper?
    }

    @Importable
    struct Wrapper {
        var cells: [Cell] = []
    }

    // MARK: - Merged objects

    /// Members that update a cell with the values `a:1,b:2 (a:3,b:0)`, and the cell after the update.
    struct Merge: Sendable, CustomTestStringConvertible {
        let members: String
        let expected: String
        var code: ImportError.Code?
        var configure: @Sendable (inout ImportOptions) -> Void = { _ in }

        var testDescription: String { members }
    }

    private static let unchanged = "a:1,b:2 (a:3,b:0)"

    /// The members have a lower precedence than `k1`, so that their updates are undone.
    private static let lowerPrecedence = [
        #""k2":{"a":9}"#, #""cell":{"a":9}"#, #""p":{"k":{"a":9}}"#,
        #""p":{"x":[],"k":{"a":9,"inner":{"a":5}}}"#,
        #""k2":{"a":9},"cell":{"a":7,"b":7}"#, #""cell":{"a":7,"b":7},"k2":{"a":9}"#,
        #""cell":{"a":7},"p":{"k":{"a":9}},"k2":{"a":6}"#,
    ].flatMap { members in
        [#"\#(members),"k1":{"b":8}"#, #""k1":{"b":8},\#(members)"#].map {
            Merge(members: $0, expected: "a:1,b:8 (a:3,b:0)")
        }
    }

    /// Null and scalars do not replace the value of a key of lower precedence. An object replaces the value, even if a
    /// member of the object is a mismatch.
    private static let mismatches = [
        ("null", "a:9,b:2 (a:3,b:0)"), ("5", "a:9,b:2 (a:3,b:0)"), (#"{"a":"x y"}"#, unchanged),
    ].flatMap { json, expected in
        [
            #""k2":{"a":9},"p":{"k":\#(json)}"#, #""cell":{"a":7},"k2":{"a":9},"p":{"k":\#(json)}"#,
            #""p":{"k":\#(json)},"cell":{"b":7},"k2":{"a":9}"#,
        ].map {
            Merge(members: $0, expected: expected) {
                ($0.coercion, $0.mismatches) = (.strict, .skipValue)
            }
        }
    }

    private static func repeated(_ count: Int) -> String {
        [String](repeating: #""cell":{"a":9}"#, count: count).joined(separator: ",")
    }

    private static let policies = [
        Merge(members: #""cell":{"a":9},"cell":{"b":8}"#, expected: "a:1,b:8 (a:3,b:0)"),
        Merge(members: #""cell":{"a":9},"cell":{"b":7}"#, expected: "a:9,b:2 (a:3,b:0)") {
            $0.duplicateKeys = .first
        },
        Merge(members: repeated(4), expected: "a:9,b:2 (a:3,b:0)") { $0.maximumUndoneUpdates = 3 },
        Merge(members: repeated(5), expected: unchanged, code: .tooManyUndoneUpdates) {
            $0.maximumUndoneUpdates = 3
        },
        // A rejected record undoes all updates.
        Merge(
            members: #""cell":{"a":7},"k2":{"a":9},"k1":{"b":8},"other":[]"#, expected: unchanged,
            code: .typeMismatch),
        Merge(
            members: #""cell":{"a":7},"k1":{"b":8,"inner":[]}"#, expected: unchanged, code: .typeMismatch),
    ]

    @Test(arguments: lowerPrecedence + mismatches + policies)
    func outrankedUpdateIsUndone(row: Merge) throws {
        var options = ImportOptions()
        options.nestedObjects = .merge
        row.configure(&options)
        let text = "{\(row.members)}"
        let dictionary = try? dictionaries(in: "[\(text)]")?.first
        for update in [
            { try $0.update(from: text, options: options) },
            { if let dictionary { try $0.update(from: dictionary, options: options) } },
        ].prefix(dictionary == nil ? 1 : 2) as ArraySlice<(Holder) throws -> Void> {
            let holder = try Holder(json: #"{"cell":{"a":1,"b":2,"inner":{"a":3}}}"#)
            let cell = holder.cell
            var code: ImportError.Code?
            do { try update(holder) } catch let error as ImportError { code = error.code }
            #expect(holder.cell === cell && "\(cell!)" == row.expected && code == row.code)
        }
    }

    // MARK: - Objects in a map

    /// A text, the cell and the other cell of its holder, and the identifiers in the map afterwards.
    struct Mapped: Sendable, CustomTestStringConvertible {
        let text: String
        let cells: [String?]
        let ids: [Int]
        var configure: @Sendable (inout ImportOptions) -> Void = { _ in }

        var testDescription: String { text }
    }

    private static let mapped =
        NestedObjectPolicy.allCases.flatMap { policy in
            [
                #"{"k2":{"id":2},"other":{"id":3},"k1":{"id":1}}"#,
                #"{"k1":{"id":1},"other":{"id":3},"k2":{"id":2}}"#,
            ].map {
                Mapped(text: $0, cells: ["#1 a:0,b:0", "#3 a:0,b:0"], ids: [1, 3, 5]) {
                    $0.nestedObjects = policy
                }
            }
        } + [
            // The map keeps the object of a replaced member if another member refers to the object.
            Mapped(
                text: #"{"k2":{"id":7},"other":{"id":7,"a":10},"k1":{"id":6}}"#,
                cells: ["#6 a:0,b:0", "#7 a:10,b:0"], ids: [5, 6, 7]),
            Mapped(
                text: #"{"k2":{"id":7},"other":{"id":7,"a":10},"k1":{"id":7}}"#,
                cells: ["#7 a:10,b:0", "#7 a:10,b:0"], ids: [5, 7]),
            // The undo of the update by one member keeps the changes of another member to the same object.
            Mapped(
                text: #"{"k2":{"id":5,"a":9,"b":9},"other":{"id":5,"a":10},"k1":{"id":6}}"#,
                cells: ["#6 a:0,b:0", "#5 a:10,b:2"], ids: [5, 6]
            ) { $0.nestedObjects = .merge },
            Mapped(
                text: #"{"wrapped":{"cells":[{"id":1},{"id":2}]},"wrapped":{"cells":[{"id":2},{"id":4}]}}"#,
                cells: [nil, nil], ids: [2, 4, 5]),
            // Only the replacement of a value with updates counts.
            Mapped(
                text:
                    #"{"cell":{"id":1,"inner":{"id":2},\#([String](repeating: #""a":1"#, count: 1000).joined(separator: ","))}}"#,
                cells: ["#1 a:1,b:0 (#2 a:0,b:0)", nil], ids: [1, 2, 5]
            ) { $0.maximumUndoneUpdates = 0 },
        ]

    /// The map has the cell `#5 a:1,b:2` before the import.
    @Test(arguments: mapped)
    func outrankedObjectIsNotAddedToMap(row: Mapped) throws {
        let existing = try Cell(dictionary: ["id": 5, "a": 1, "b": 2])
        let cells = IdentityMap(\Cell.id, [existing])
        var options = ImportOptions()
        options.reuseInstances(in: cells)
        row.configure(&options)
        let holder = try Holder(json: row.text, options: options)
        #expect([holder.cell, holder.other].map { $0?.description } == row.cells)
        #expect(cells.values.compactMap(\.id).sorted() == row.ids && cells[5] === existing)
        for case let cell? in [holder.cell, holder.other] { #expect(cells[cell.id!] === cell) }
    }

    @Test func undoneUpdateLimitAppliesPerRecord() throws {
        var options = ImportOptions()
        options.maximumUndoneUpdates = 1
        options.reuseInstances(in: IdentityMap(\Cell.id))
        let record = #"{"cell":{"id":1,"a":1},"cell":{"id":2,"a":2}}"#
        let text = [String](repeating: record, count: 10).joined(separator: "\n")
        let holders = try StreamImporter.objects(of: Holder.self, from: text, options: options).collect()
        #expect(holders.count == 10 && holders.allSatisfy { $0.cell?.a == 2 })
    }

    @Test(arguments: [Int.min, 0]) func recordWithoutUpdatesIgnoresUndoLimit(limit: Int) throws {
        var options = ImportOptions()
        options.maximumUndoneUpdates = limit
        #expect(try Cell(json: #"{"a":1,"a":2,"a":3}"#, options: options).a == 3)
    }

    // MARK: - Skipped elements

    @Importable
    struct Row {
        var cells: [Cell]?
        var last: Cell?
    }

    @Importable
    struct Sheet {
        var first: Cell?
        @Lenient var rows: [Row] = []
    }

    /// A replacement in an element that a lenient array skips does not affect the next element.
    @Test func skippedElementDoesNotUndoUpdatesOfNextElement() throws {
        let cells = IdentityMap(\Cell.id)
        var options = ImportOptions()
        options.reuseInstances(in: cells)
        let skippedRow = #"{"cells":[{"id":2}],"cells":7}"#
        let nextRow = #"{"cells":[],"last":{"id":3},"cells":null,"cells":[]}"#
        let sheet = try Sheet(
            json: #"{"first":{"id":1},"rows":[\#(skippedRow),\#(nextRow)]}"#, options: options)
        #expect(sheet.rows.count == 1 && cells.count == 2 && cells[3] === sheet.rows[0].last)
    }

    /// The undone updates of skipped elements count toward `maximumUndoneUpdates`.
    @Test func undoneUpdatesOfSkippedElementsAreCounted() throws {
        let cells = IdentityMap(\Cell.id)
        var options = ImportOptions()
        options.maximumUndoneUpdates = 5
        options.reuseInstances(in: cells)
        let row = #"{"cells":[{"id":2}],"cells":null,"cells":null,"last":[]}"#
        #expect(try Sheet(json: #"{"rows":[\#(row),\#(row)]}"#, options: options).rows.isEmpty)
        let error = #expect(throws: ImportError.self) {
            try Sheet(json: #"{"rows":[\#(row),\#(row),\#(row)]}"#, options: options)
        }
        #expect(error?.code == .tooManyUndoneUpdates && cells.count == 0)
    }

    // MARK: - Rejected replacements

    @Importable
    final class CheckedCell: ImportValidating, @unchecked Sendable {
        var a = 0
        var inner: CheckedCell?

        struct Negative: Error {}

        func validate() throws { if a < 0 { throw Negative() } }
    }

    @Importable
    final class CheckedHolder: @unchecked Sendable {
        @Key("k1", "p.k") var cell: CheckedCell?
    }

    /// If a replacement is rejected after one of its nested values was replaced, the update by the earlier member is
    /// kept.
    @Test func rejectedReplacementKeepsUpdatesOfOldValue() throws {
        var options = ImportOptions()
        (options.nestedObjects, options.mismatches) = (.merge, .skipValue)
        let holder = try CheckedHolder(dictionary: ["cell": ["a": 1, "inner": ["a": 3]]])
        let text = #"{"p":{"k":{"inner":{"a":5}}},"k1":{"inner":{"a":6},"inner":{"a":7},"a":-1}}"#
        try holder.update(from: text, options: options)
        #expect(holder.cell?.a == 1 && holder.cell?.inner?.a == 5)
    }

    /// A model whose update accepts only higher versions.
    final class Document: Importable, @unchecked Sendable {
        var version: Int
        init(version: Int) { self.version = version }
        struct Older: Error {}

        static let importPlan = ImportPlan(Document.self) { fields in
            let version = fields.required("version", Int.self)
            return ModelOperations(
                make: { Document(version: $0[version]) },
                update: { draft, old in
                    let new = draft.updated(old.version, version)
                    guard new > old.version else { throw Older() }
                    old.version = new
                    return old
                }, decompose: { $1.add($0.version, version) }, properties: { [:] })
        }
    }

    @Importable
    final class Folder: @unchecked Sendable {
        var document: Document?
        var name = 0
    }

    /// An update that cannot be undone ends the import with an error, even if the policy skips rejected records.
    @Test func updateThatCannotBeUndoneIsAnError() throws {
        var options = ImportOptions()
        options.nestedObjects = .merge
        let folder = try Folder(dictionary: ["document": ["version": 1]])
        let error = #expect(throws: ImportError.self) {
            try folder.update(
                from: #"{"name":7,"document":{"version":2},"document":{"version":3}}"#, options: options)
        }
        #expect(error?.code == .invalidPlan && error?.cause is Document.Older)
        #expect(folder.name == 0)
        var (skipping, shallow) = (options, options)
        shallow.maximumDepth = 3
        skipping.errorPolicy = .skip()
        skipping.reuseInstances(of: Folder.self) { _ in folder }
        let deep: [String: Any] = ["document": ["version": 29], "name": [[[[0]]]]]
        for update in [
            { try folder.update(from: #"{"document":{"version":9},"name":[]}"#, options: options) },
            { try folder.update(from: ["document": ["version": 19], "name": [0]], options: options) },
            { try folder.update(from: deep, options: shallow) },
            { _ = try [Folder](json: #"{"document":{"version":99},"name":[]}"#, options: skipping) },
        ] as [() throws -> Void] {
            let error = #expect(throws: ImportError.self) { try update() }
            #expect(error?.code == .invalidPlan)
        }
    }
}
