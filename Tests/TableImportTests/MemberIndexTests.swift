import JSONRecords
import Testing

@testable import TableImport

/// The index keeps the keys of accepted records, and a limited number of keys without demand.
@Suite struct MemberIndexTests {
    /// Adds the keys of a record that the index does not have. Returns the members of all keys.
    private func add(
        _ keys: some Sequence<String>, to index: inout MemberIndex, demand: MemberIndex.Demand
    ) -> [Int32] {
        var previous = MemberIndex.none
        return keys.map { text in
            let key = KeyText(copying: text)
            defer { key.free() }
            previous =
                index.member(key, in: MemberIndex.root, after: previous)
                ?? index.add(key, in: MemberIndex.root, after: previous, demand: demand)
            return previous
        }
    }

    @Test func undoForgetsKeysOfRejectedRecord() {
        var index = MemberIndex()
        defer { index.free() }
        _ = add(["a", "b"], to: &index, demand: .value)
        index.keep()
        for number in 1...100 {
            let members = add(["a", "x\(number)", "b", "y", "x\(number)"], to: &index, demand: .value)
            index.assign(members[1], to: 7)
            index.recordNull(members[2])
            #expect(Array(index.newPaths) == [["x\(number)"], ["y"]])
            index.undo()
        }
        #expect(Array(index.paths) == [["a"], ["b"]])
        #expect(index.nullPaths == [] && index.nullCount == 0)
        let members = add(["y", "a", "b"], to: &index, demand: .value)
        #expect(members.map(index.path) == [["y"], ["a"], ["b"]])
        #expect(members.allSatisfy { index[$0].column == MemberIndex.none && !index[$0].wasNull })
    }

    @Test func keysWithoutDemandAreKeptUpToLimit() {
        var index = MemberIndex()
        defer { index.free() }
        let members = add((1...10_000).map { "k\($0)" } + ["id"], to: &index, demand: [])
        #expect(members.last.map(index.path) == ["id"])
        index.keep()
        #expect(Array(index.paths).count == 1000)
        _ = add(["wanted"], to: &index, demand: .value)
        #expect(Array(index.paths).last == ["wanted"])
    }
}
