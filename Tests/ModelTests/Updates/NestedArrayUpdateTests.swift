import StreamImport
import Testing

/// With `.mergeElements`, the elements of nested arrays are merged by their indexes.
@Suite struct NestedArrayUpdateTests {
    @Importable
    struct Board: Equatable {
        var rows: [[Cell]] = []
        var cube: [[[Cell]]]?
    }

    @Importable
    struct Cell: Equatable { var a = 0, b = 0 }

    private static let old = Board(
        rows: [[Cell(a: 1, b: 1), Cell(a: 2, b: 2)], [Cell(a: 3, b: 3)]], cube: [[[Cell(a: 4, b: 4)]]])

    @Test(
        arguments: [
            (
                #"{"rows":[[{"a":9},{"b":8}],[{"b":7},{"a":6}]]}"#,
                [[Cell(a: 9, b: 1), Cell(a: 2, b: 8)], [Cell(a: 3, b: 7), Cell(a: 6)]], 4
            ),
            (#"{"rows":[[],[{}],[{"a":5}]]}"#, [[], [Cell(a: 3, b: 3)], [Cell(a: 5)]], 4),
            (#"{"cube":[[[{"b":5}]]]}"#, old.rows, 5),
        ] as [(String, [[Cell]], Int)])
    func nestedArrayElementIsUpdatedAtItsIndex(text: String, rows: [[Cell]], cubeB: Int) throws {
        var options = ImportOptions()
        options.nestedObjects = .mergeElements
        let dictionary = try #require(try dictionaries(in: "[\(text)]")).first ?? [:]
        var (updatedFromText, updatedFromDictionary) = (Self.old, Self.old)
        try updatedFromText.update(from: text, options: options)
        try updatedFromDictionary.update(from: dictionary, options: options)
        for board in [updatedFromText, updatedFromDictionary] {
            #expect(board == Board(rows: rows, cube: [[[Cell(a: 4, b: cubeB)]]]))
        }
    }

    @Importable
    struct Row: Equatable {
        @Lenient var cells: [Cell] = []
    }

    /// A skipped element still counts for the indexes of later elements.
    @Test func elementAfterMismatchIsUpdatedAtItsIndex() throws {
        var options = ImportOptions()
        options.nestedObjects = .mergeElements
        var row = Row(cells: [Cell(a: 1, b: 1), Cell(a: 2, b: 2), Cell(a: 3, b: 3)])
        try row.update(from: #"{"cells":[{"a":7},5,{"a":9}]}"#, options: options)
        #expect(row.cells == [Cell(a: 7, b: 1), Cell(a: 9, b: 3)])
    }

    @Test func mergePolicyReplacesNestedArray() throws {
        var options = ImportOptions()
        options.nestedObjects = .merge
        var board = Self.old
        try board.update(from: #"{"rows":[[{"b":5}]]}"#, options: options)
        #expect(board.rows == [[Cell(b: 5)]])
    }
}
