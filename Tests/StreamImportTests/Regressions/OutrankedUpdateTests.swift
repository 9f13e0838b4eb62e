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

        var description: String { "a:\(a),b:\(b)" }
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

    private func holder() throws -> Holder {
        try Holder(dictionary: ["cell": ["a": 1, "b": 2, "inner": ["a": 3]]])
    }

    private static let memberOfHighestPrecedence = #""k1":{"b":8}"#

    /// Members of each kind with a lower precedence than `k1`.
    private static let membersOfLowerPrecedence = [
        #""k2":{"a":9}"#, #""cell":{"a":9}"#, #""p":{"k":{"a":9}}"#,
        #""p":{"x":[],"k":{"a":9,"inner":{"a":5}}}"#,
        #""k2":{"a":9},"cell":{"a":7,"b":7}"#, #""cell":{"a":7,"b":7},"k2":{"a":9}"#,
        #""cell":{"a":7},"p":{"k":{"a":9}},"k2":{"a":6}"#,
    ]

    @Test(arguments: membersOfLowerPrecedence)
    func outrankedUpdateIsUndoneInAnyOrder(members: String) throws {
        var options = ImportOptions()
        options.nestedObjects = .merge
        for text in [
            "{\(members),\(Self.memberOfHighestPrecedence)}",
            "{\(Self.memberOfHighestPrecedence),\(members)}",
        ] {
            let holder = try holder()
            let cell = try #require(holder.cell)
            try holder.update(from: text, options: options)
            #expect(holder.cell === cell && "\(cell)" == "a:1,b:8", "\(text)")
            #expect(cell.inner?.a == 3)

            let holderForDictionary = try self.holder()
            let dictionary = try #require(try dictionaries(in: "[\(text)]"))[0]
            try holderForDictionary.update(from: dictionary, options: options)
            #expect(holderForDictionary.cell?.description == "a:1,b:8", "\(text)")
        }
    }

    @Test func duplicateKeyPolicySelectsMergedValue() throws {
        var options = ImportOptions()
        options.nestedObjects = .merge
        let holder = try holder()
        try holder.update(from: #"{"cell":{"a":9},"cell":{"b":8}}"#, options: options)
        #expect(holder.cell?.description == "a:1,b:8")
        options.duplicateKeys = .first
        try holder.update(from: #"{"cell":{"a":9},"cell":{"b":7}}"#, options: options)
        #expect(holder.cell?.description == "a:9,b:8")
    }

    /// Null and scalars do not replace the value of a key of lower precedence. An object replaces the value, even if a
    /// member of the object is a mismatch.
    @Test(arguments: ["null", #"{"a":"x y"}"#, "5"])
    func onlyObjectOfHigherPrecedenceUndoesUpdate(json: String) throws {
        for text in [
            #"{"k2":{"a":9},"p":{"k":\#(json)}}"#, #"{"cell":{"a":7},"k2":{"a":9},"p":{"k":\#(json)}}"#,
            #"{"p":{"k":\#(json)},"cell":{"b":7},"k2":{"a":9}}"#,
        ] {
            var options = ImportOptions()
            options.nestedObjects = .merge
            (options.coercion, options.mismatches) = (.strict, .skipValue)
            let holder = try holder()
            try holder.update(from: text, options: options)
            #expect(holder.cell?.description == (json.hasPrefix("{") ? "a:1,b:2" : "a:9,b:2"), "\(text)")
        }
    }

    @Test func undoneUpdatesBeyondLimitReportError() throws {
        var options = ImportOptions()
        (options.nestedObjects, options.maximumUndoneUpdates) = (.merge, 3)
        let text = { (count: Int) in
            "{" + [String](repeating: #""cell":{"a":9}"#, count: count).joined(separator: ",") + "}"
        }
        let holder = try holder()
        try holder.update(from: text(4), options: options)
        #expect(holder.cell?.description == "a:9,b:2")

        let unchangedHolder = try self.holder()
        let error = #expect(throws: ImportError.self) {
            try unchangedHolder.update(from: text(5), options: options)
        }
        #expect(error?.code == .tooManyUndoneUpdates && unchangedHolder.cell?.description == "a:1,b:2")
    }

    /// The replacement of a scalar undoes no updates, although the record contains updates.
    @Test func replacedScalarsDoNotCountAsUndoneUpdates() throws {
        let cells = IdentityMap(\Cell.id)
        var options = ImportOptions()
        options.maximumUndoneUpdates = 0
        options.reuseInstances(in: cells)
        let duplicateMembers = [String](repeating: #""a":1"#, count: 1000).joined(separator: ",")
        let cell = try Cell(json: #"{"id":1,"inner":{"id":2},\#(duplicateMembers)}"#, options: options)
        #expect(cell.a == 1 && cells.count == 2)
    }

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

    @Test func undoneUpdateLimitAppliesPerRecord() throws {
        let cells = IdentityMap(\Cell.id)
        var options = ImportOptions()
        options.maximumUndoneUpdates = 1
        options.reuseInstances(in: cells)
        let record = #"{"cell":{"id":1,"a":1},"cell":{"id":2,"a":2}}"#
        let text = [String](repeating: record, count: 10).joined(separator: "\n")
        let holders = try StreamImporter.objects(of: Holder.self, from: text, options: options).collect()
        #expect(holders.count == 10 && holders.allSatisfy { $0.cell?.a == 2 })
    }

    /// The replacement of a value without updates does not count toward the limit.
    @Test(arguments: [Int.min, 0]) func recordWithoutUpdatesIgnoresUndoLimit(limit: Int) throws {
        var options = ImportOptions()
        options.maximumUndoneUpdates = limit
        #expect(try Cell(json: #"{"a":1,"a":2,"a":3}"#, options: options).a == 3)
    }

    /// The map keeps the object of a replaced member if another member refers to the object.
    @Test(arguments: [
        #"{"k2":{"id":5},"other":{"id":5,"a":10},"k1":{"id":6}}"#,
        #"{"k2":{"id":5},"other":{"id":5,"a":10},"k1":{"id":5}}"#,
    ])
    func objectOfOtherMemberStaysInMap(text: String) throws {
        let cells = IdentityMap(\Cell.id)
        var options = ImportOptions()
        options.reuseInstances(in: cells)
        let holder = try Holder(json: text, options: options)
        let other = try #require(holder.other)
        #expect(cells[5] === other && other.a == 10)
        #expect(holder.cell?.id == 5 ? holder.cell === other : holder.cell === cells[6])
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

    /// An update that cannot be undone reports an error, instead of crashing the process.
    @Test func updateThatCannotBeUndoneIsAnError() throws {
        var options = ImportOptions()
        options.nestedObjects = .merge
        let folder = try Folder(dictionary: ["document": ["version": 1]])
        let error = #expect(throws: ImportError.self) {
            try folder.update(
                from: #"{"name":7,"document":{"version":2},"document":{"version":3}}"#, options: options)
        }
        #expect(error?.code == .invalidPlan && error?.cause is Older)
        #expect(folder.name == 0)
    }

    /// The error of the undo is the error of the import, even if the policy skips rejected records.
    @Test func updateThatCannotBeUndoneEndsImport() throws {
        var options = ImportOptions()
        options.nestedObjects = .merge
        let text = #"{"document":{"version":9},"name":[]}"#
        let folder = try Folder(dictionary: ["document": ["version": 1]])
        for update in [
            { try folder.update(from: text, options: options) },
            { try folder.update(from: ["document": ["version": 19], "name": [0]], options: options) },
            {
                options.maximumDepth = 3
                defer { options.maximumDepth = 512 }
                let deep: [String: Any] = ["document": ["version": 29], "name": [[[[0]]]]]
                return try folder.update(from: deep, options: options)
            },
        ] as [() throws -> ImportSummary] {
            let error = #expect(throws: ImportError.self) { try update() }
            #expect(error?.code == .invalidPlan)
        }
        options.errorPolicy = .skip()
        options.reuseInstances(of: Folder.self) { _ in folder }
        let textWithHigherVersion = text.replacing("9", with: "99")
        let error = #expect(throws: ImportError.self) {
            try StreamImporter.objects(of: Folder.self, from: textWithHigherVersion, options: options)
                .collect()
        }
        #expect(error?.code == .invalidPlan)
    }
    private typealias Older = Document.Older

    /// The undo of the update by one member keeps the changes that another member made to the same object.
    @Test func updateByOtherMemberIsKept() throws {
        let cells = IdentityMap(\Cell.id)
        var options = ImportOptions()
        options.nestedObjects = .merge
        options.reuseInstances(in: cells)
        let existingCell = try Cell(dictionary: ["id": 5, "a": 1, "b": 2])
        cells.insert(existingCell)
        let text = #"{"k2":{"id":5,"a":9,"b":9},"other":{"id":5,"a":10},"k1":{"id":6}}"#
        let holder = try Holder(json: text, options: options)
        #expect(holder.other === existingCell && holder.cell?.id == 6 && "\(existingCell)" == "a:10,b:2")
    }

    @Test(arguments: NestedObjectPolicy.allCases)
    func outrankedObjectIsNotAddedToMap(policy: NestedObjectPolicy) throws {
        for text in [
            #"{"k2":{"id":2},"other":{"id":3},"k1":{"id":1}}"#,
            #"{"k1":{"id":1},"other":{"id":3},"k2":{"id":2}}"#,
        ] {
            let cells = IdentityMap(\Cell.id)
            var options = ImportOptions()
            options.nestedObjects = policy
            options.reuseInstances(in: cells)
            let holder = try Holder(json: text, options: options)
            #expect(cells.values.compactMap(\.id).sorted() == [1, 3] && cells[1] === holder.cell)
        }
    }

    @Test func outrankedUpdateInArrayIsUndone() throws {
        let cells = IdentityMap(\Cell.id)
        var options = ImportOptions()
        options.reuseInstances(in: cells)
        let text = #"{"wrapped":{"cells":[{"id":1},{"id":2}]},"wrapped":{"cells":[{"id":2},{"id":4}]}}"#
        _ = try Holder(json: text, options: options)
        #expect(cells.values.compactMap(\.id).sorted() == [2, 4])
    }

    @Test func rejectedRecordUndoesAllUpdates() throws {
        var options = ImportOptions()
        options.nestedObjects = .merge
        for text in [
            #"{"cell":{"a":7},"k2":{"a":9},"k1":{"b":8},"other":[]}"#,
            #"{"cell":{"a":7},"k1":{"b":8,"inner":[]}}"#,
        ] {
            options.coercion = .strict
            let holder = try holder()
            #expect(throws: ImportError.self) { try holder.update(from: text, options: options) }
            #expect(holder.cell?.description == "a:1,b:2")
        }
    }
}
