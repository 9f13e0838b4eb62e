import StreamImport
import Testing

/// Updates with the preset `classMapper`.
@Suite struct ClassMapperUpdateTests {
    typealias Bar = ClassMapperTests.Bar
    typealias Beer = ClassMapperTests.Beer
    typealias User = ClassMapperTests.User

    private func bar() throws -> Bar {
        try Bar(dictionary: [
            "name": "Moe's", "house": ["name": "Duff", "rank": 1],
            "taps": [["name": "a", "rank": 1], ["name": "b", "rank": 2]],
            "menu": ["cheap": ["name": "c", "rank": 3]],
        ])
    }

    @Test func nestedObjectIsUpdatedInPlace() throws {
        for update in try updates(of: #"{"house":{"rank":9}}"#) {
            let bar = try bar()
            let house = bar.house
            try update(bar)
            #expect(bar.house === house && house?.name == "Duff" && house?.rank == 9)
        }
    }

    @Test func arrayElementsAreUpdatedByIndex() throws {
        for update in try updates(of: #"{"taps":[{"rank":8},{},{"name":"n"}]}"#) {
            let bar = try bar()
            let taps = bar.taps
            try update(bar)
            #expect(bar.taps.count == 3 && bar.taps[0] === taps[0] && bar.taps[1] === taps[1])
            #expect(bar.taps.map(\.name) == ["a", "b", "n"] && bar.taps.map(\.rank) == [8, 2, 0])
        }
    }

    @Test func shorterArrayTruncatesProperty() throws {
        for update in try updates(of: #"{"taps":[{"rank":8}]}"#) {
            let bar = try bar()
            let tap = bar.taps[0]
            try update(bar)
            #expect(bar.taps.count == 1 && bar.taps[0] === tap && tap.rank == 8)
        }
    }

    @Test func dictionaryIsReplaced() throws {
        for update in try updates(of: #"{"menu":{"dear":{"name":"d"}}}"#) {
            let bar = try bar()
            try update(bar)
            #expect(bar.menu.count == 1 && bar.menu["dear"]?.name == "d" && bar.menu["cheap"] == nil)
        }
    }

    @Test func untypedPropertyIsReplaced() throws {
        var options = ImportOptions.classMapper
        options.dynamicModels["anything"] = ClassMapperTests.Brand.self
        var keyword = try ClassMapperTests.Keyword(
            dictionary: ["anything": ["name": "a", "rank": 1]], options: options)
        let old = try #require(keyword.anything as? ClassMapperTests.Brand)
        try keyword.update(from: #"{"anything":{"rank":2}}"#, options: options)
        let new = try #require(keyword.anything as? ClassMapperTests.Brand)
        #expect(new !== old && new.rank == 2 && new.name == nil && old.rank == 1)
    }

    @Test func nullClearsNestedObjectAndArray() throws {
        for update in try updates(of: #"{"house":null,"taps":null}"#) {
            let bar = try bar()
            try update(bar)
            #expect(bar.house == nil && bar.taps.isEmpty && bar.name == "Moe's")
        }
    }

    @Test func errorLeavesObjectUnchanged() throws {
        for update in try updates(of: #"{"house":{"rank":9},"name":"x","taps":[{"rank":8},"c"]}"#) {
            let bar = try bar()
            #expect(throws: ImportError.self) { try update(bar) }
            #expect(bar.name == "Moe's" && bar.house?.rank == 1 && bar.taps.map(\.rank) == [1, 2])
        }
    }

    @Test func nestedStructsAreMerged() throws {
        let old = User(name: "a", beer: Beer(name: "b", rank: 1), favourites: [Beer(name: "c", rank: 2)])
        let new = try updated(
            old, by: #"{"beer":{"rank":5},"favourites":[{"rank":6},{"rank":7}]}"#, .classMapper)
        #expect(
            new
                == User(
                    name: "a", beer: Beer(name: "b", rank: 5),
                    favourites: [Beer(name: "c", rank: 6), Beer(rank: 7)]))
    }

    /// Returns an update from a text, and the same update from a dictionary.
    private func updates(of object: String) throws -> [(Bar) throws -> Void] {
        let dictionary = try dictionary(object)
        return [
            { try $0.update(from: object, options: .classMapper) },
            { try $0.update(from: dictionary, options: .classMapper) },
        ]
    }
}
