import Testing

@testable import TableImport

/// The members without a column of their own, and the decision which members these are.
@Suite struct RestColumnTests {
    /// The names were tried from 2 on for each member.
    @Test func membersWithOneNameTryEachNumberOnce() {
        var names = MemberNames()
        let count = 1000
        let added = (1...count).map { _ in names.add("a_b") }
        #expect(added.prefix(3) == ["a_b", "a_b_2", "a_b_3"] && Set(added).count == count)
        #expect(names.nextNumbers.values.reduce(0) { $0 + $1 - 2 } < count)
    }

    @Test func nameWithNumberOfOtherMemberIsSkipped() {
        var names = MemberNames()
        let added = ["a_3", "a", "a_2", "a", "a", "a_2", "A"].map { names.add($0) }
        #expect(added == ["a_3", "a", "a_2", "a_4", "a_5", "a_2_2", "A"])
    }

    @Test func equalCompositionsAreDifferentNames() {
        var names = MemberNames()
        let added = ["\u{E9}", "e\u{301}"].map { names.add($0) }
        #expect(added.map { Array($0.utf8) } == [[0xC3, 0xA9], [0x65, 0xCC, 0x81]])
    }

    // MARK: - A full table

    private func column(_ name: String, _ path: [String]?) -> Column {
        Column(name: name, path: path, declaredType: "", isCreatedByImport: path != nil)
    }

    /// The columns of a table that exists are `id`, which no key has matched yet, `o_x` and `a`. Room for one column is left,
    /// and for that of the rest.
    private func columns() -> ColumnList {
        ColumnList(
            [column("id", nil), column("o_x", ["o", "x"]), column("a", ["a"])], keys: [], projection: nil,
            rest: "more", limit: 5)
    }

    private static let known: [([String], MemberIndex.Demand)] = [
        (["id"], [.value, .members]), (["ID"], [.value, .members]), (["o"], [.value, .members]),
        (["o", "x"], [.value, .members]), (["a"], [.value, .members]),
    ]

    private static let unknown: [[String]] = [["p"], ["o", "y"], ["o", "x", "z"], ["x"], ["o_x"], []]

    /// Each step changes which paths have columns.
    @Test func fullTableHasRoomOnlyForPathsOfColumns() {
        var columns = columns()
        for path in Self.unknown.dropLast() {
            #expect(columns.demand(for: path, flattens: true) == [.value, .members], "\(path)")
        }
        // A record that is rejected adds a column.
        #expect(columns.add(["n"]) != nil && columns.isFull)
        #expect(columns.demand(for: ["p"], flattens: true) == .rest)
        columns.undo()
        #expect(!columns.isFull && columns.demand(for: ["p"], flattens: true) == [.value, .members])
        for hasRest in [false, true] {
            if hasRest { _ = columns.addRestColumn() } else { #expect(columns.add(["q", "r"]) != nil) }
            columns.keep()
            #expect(columns.isFull)
            for (path, demand) in Self.known + [(["q"], [.value, .members])] {
                #expect(columns.demand(for: path, flattens: true) == demand, "\(path)")
            }
            for path in Self.unknown.dropLast() + [["n"], ["q", "s"]] {
                #expect(columns.demand(for: path, flattens: true) == .rest, "\(path)")
            }
            #expect(columns.hasNestedColumn(["o"]) == true && columns.hasNestedColumn(["a"]) == false)
            #expect(columns.hasNestedColumn(["p"]) == nil)
        }
        // A key in another case has matched `id`.
        #expect(columns.add(["ID"]) == 0)
        #expect(columns.demand(for: ["ID"], flattens: true) == [.value, .members])
        #expect(columns.demand(for: ["id"], flattens: true) == .rest)
    }
}
