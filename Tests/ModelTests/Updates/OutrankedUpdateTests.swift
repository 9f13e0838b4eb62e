import StreamImport
import Testing

/// Members whose values have updated objects in place, before a key of higher precedence.
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
        let members: [String]
        let expected: String
        var code: ImportError.Code?
        var configure: @Sendable (inout ImportOptions) -> Void = { _ in }

        var testDescription: String { members.joined(separator: ",") }
    }

    private static let unchanged = "a:1,b:2 (a:3,b:0)"

    /// Members of lower precedence than `k1`, before and after that key.
    private static let lowerPrecedence = [
        [#""k2":{"a":9}"#], [#""cell":{"a":9}"#], [#""p":{"k":{"a":9}}"#],
        [#""p":{"x":[],"k":{"a":9,"inner":{"a":5}}}"#], [#""cell":{"inner":{"a":5}}"#],
        [#""k2":{"a":9}"#, #""cell":{"a":7,"b":7}"#],
        [#""p":{"k":{"a":9}}"#, #""cell":{"a":7}"#, #""k2":{"a":6}"#],
    ].flatMap { members in
        [
            Merge(members: members + [#""k1":{"b":8}"#], expected: unchanged, code: .duplicateKey),
            Merge(members: [#""k1":{"b":8}"#] + members, expected: "a:1,b:8 (a:3,b:0)"),
        ]
    }

    private static func skippingMismatches(_ options: inout ImportOptions) {
        (options.coercion, options.mismatches) = (.strict, .skipValue)
    }

    /// Null and scalars do not replace the value of a key of lower precedence. An object replaces the value, even if a
    /// member of the object is a mismatch.
    private static let mismatches = [
        ("null", "a:9,b:2 (a:3,b:0)", nil), ("5", "a:9,b:2 (a:3,b:0)", nil),
        (#"{"a":"x y"}"#, unchanged, .duplicateKey),
    ].map { json, expected, code in
        Merge(
            members: [#""k2":{"a":9}"#, #""p":{"k":\#(json)}"#], expected: expected, code: code,
            configure: skippingMismatches)
    }

    private static let policies = [
        Merge(
            members: [#""cell":{"a":9}"#, #""cell":{"b":8}"#], expected: unchanged, code: .duplicateKey),
        Merge(members: [#""cell":{"a":9}"#, #""cell":{"b":7}"#], expected: "a:9,b:2 (a:3,b:0)") {
            $0.duplicateKeys = .first
        },
        // The value of one property does not concern another one.
        Merge(
            members: [#""k2":null"#, #""other":{"a":9}"#, #""k1":{"a":9}"#],
            expected: "a:9,b:2 (a:3,b:0)"),
        // A rejected record undoes all updates.
        Merge(members: [#""k1":{"b":8}"#, #""other":[]"#], expected: unchanged, code: .typeMismatch),
        Merge(members: [#""k1":{"b":8,"inner":[]}"#], expected: unchanged, code: .typeMismatch),
    ]

    private static let rows = lowerPrecedence + mismatches + policies

    /// Updates the cell of a holder with some members.
    private func update(
        _ row: Merge, _ update: (Holder, ImportOptions) throws -> Void
    ) throws -> (cell: String, code: ImportError.Code?) {
        var options = ImportOptions()
        options.nestedObjects = .merge
        row.configure(&options)
        let holder = try Holder(json: #"{"cell":{"a":1,"b":2,"inner":{"a":3}}}"#)
        let cell = holder.cell
        var code: ImportError.Code?
        do { try update(holder, options) } catch let error as ImportError { code = error.code }
        #expect(holder.cell === cell)
        return ("\(cell!)", code)
    }

    @Test(arguments: rows) func valueThatHasUpdatedInstanceIsNotReplaced(row: Merge) throws {
        let result = try update(row) {
            try $0.update(from: "{\(row.testDescription)}", options: $1)
        }
        #expect(result == (row.expected, row.code))
    }

    /// The members of a dictionary are read in the order of their keys.
    @Test(arguments: rows) func dictionaryHasResultOfTextInKeyOrder(row: Merge) throws {
        let text = "{\(row.members.sorted().joined(separator: ","))}"
        guard let dictionary = try dictionaries(in: "[\(text)]")?.first else { return }
        let expected = try update(row) { try $0.update(from: text, options: $1) }
        #expect(try update(row) { try $0.update(from: dictionary, options: $1) } == expected)
    }

    // MARK: - Objects in a map

    /// A text, the cell and the other cell of its holder, and the identifiers in the map afterwards.
    struct Mapped: Sendable, CustomTestStringConvertible {
        let text: String
        /// The cells; `nil` if the record is rejected.
        let cells: [String?]?
        let ids: [Int]
        var policy = NestedObjectPolicy.replace

        var testDescription: String { text }
    }

    private static let mapped =
        NestedObjectPolicy.allCases.flatMap { policy in
            [
                Mapped(
                    text: #"{"k2":{"id":2},"other":{"id":3},"k1":{"id":1}}"#, cells: nil, ids: [5],
                    policy: policy),
                Mapped(
                    text: #"{"k1":{"id":1},"other":{"id":3},"k2":{"id":2}}"#,
                    cells: ["#1 a:0,b:0", "#3 a:0,b:0"], ids: [1, 3, 5], policy: policy),
            ]
        } + [
            // The value of `k2` has no instance of the map.
            Mapped(
                text: #"{"k2":{"a":7},"other":{"id":7,"a":10},"k1":{"id":6}}"#,
                cells: ["#6 a:0,b:0", "#7 a:10,b:0"], ids: [5, 6, 7]),
            Mapped(
                text: #"{"k2":{"id":5,"a":9,"b":9},"other":{"id":5,"a":10},"k1":{"id":6}}"#,
                cells: nil, ids: [5], policy: .merge),
            Mapped(
                text: #"{"wrapped":{"cells":[{"id":1},{"id":2}]},"wrapped":{"cells":[]}}"#,
                cells: nil, ids: [5]),
            Mapped(
                text: #"{"wrapped":{"cells":[]},"wrapped":{"cells":[{"id":1},{"id":2}]}}"#,
                cells: [nil, nil], ids: [1, 2, 5]),
            // Only the value that is replaced counts.
            Mapped(
                text: #"{"cell":{"id":1,"inner":{"id":2},"a":1,"a":2}}"#,
                cells: ["#1 a:2,b:0 (#2 a:0,b:0)", nil], ids: [1, 2, 5]),
        ]

    /// The map has the cell `#5 a:1,b:2` before the import.
    @Test(arguments: mapped)
    func valueThatIsInMapIsNotReplaced(row: Mapped) throws {
        let existing = try Cell(dictionary: ["id": 5, "a": 1, "b": 2])
        let cells = IdentityMap(\Cell.id, [existing])
        var options = ImportOptions()
        options.reuseInstances(in: cells)
        options.nestedObjects = row.policy
        do {
            let holder = try Holder(json: row.text, options: options)
            #expect([holder.cell, holder.other].map { $0?.description } == row.cells)
            for case let cell? in [holder.cell, holder.other] { #expect(cells[cell.id!] === cell) }
        } catch {
            #expect(row.cells == nil && error.code == .duplicateKey)
        }
        #expect(cells.values.compactMap(\.id).sorted() == row.ids && cells[5] === existing)
        #expect(existing.a == 1 && existing.b == 2)
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

    /// The updates of an element do not concern the values of the next element.
    @Test(arguments: [#"{"cells":[{"id":2}],"cells":7}"#, #"{"cells":[{"id":2}],"last":{"id":2}}"#])
    func updateOfElementDoesNotConcernNextElement(element: String) throws {
        let cells = IdentityMap(\Cell.id)
        var options = ImportOptions()
        options.reuseInstances(in: cells)
        let nextRow = #"{"cells":[],"last":{"id":3},"cells":null,"cells":[{"id":4}]}"#
        let sheet = try Sheet(
            json: #"{"first":{"id":1},"rows":[\#(element),\#(nextRow)]}"#, options: options)
        #expect(cells[3] === sheet.rows.last?.last && cells[4] === sheet.rows.last?.cells?.first)
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

    /// If a replacement does not fit, the update by the earlier member is kept.
    @Test func rejectedReplacementKeepsUpdatesOfOldValue() throws {
        var options = ImportOptions()
        (options.nestedObjects, options.mismatches) = (.merge, .skipValue)
        let holder = try CheckedHolder(dictionary: ["cell": ["a": 1, "inner": ["a": 3]]])
        let text = #"{"p":{"k":{"inner":{"a":5}}},"k1":{"inner":{"a":6},"a":-1}}"#
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
