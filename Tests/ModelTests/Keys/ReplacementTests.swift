import StreamImport
import Testing

/// A property keeps its value until a key of higher precedence has a value.
@Suite(.countsInstances) struct ReplacementTests {
    /// A model whose key `o1` has the highest precedence for `owner`, and is the first component of the path of `login`.
    struct Repo: Importable, Equatable {
        var owner: TaggedOwner?
        var login: Tag?
        var tags: [Tag]
        var limit: Int??

        static let importPlan = ImportPlan(Repo.self) { fields in
            let owner = fields.optional("owner", TaggedOwner.self, keys: ["o1", "o2", "list[0]"])
            let login = fields.optional("login", Tag.self, keys: ["o1.login"])
            let tags = fields.required("tags", [Tag].self, keys: ["t1", "t2"])
            let limit = fields.defaulted("limit", Int?.self, keys: ["l1"])
            return { draft in
                Repo(owner: draft[owner], login: draft[login], tags: draft[tags], limit: draft[limit])
            }
        }

        var rendition: String {
            let limit = limit.map { $0.map(String.init) ?? "null" } ?? "-"
            return [
                owner?.login.text ?? "-", login?.text ?? "-", tags.map(\.text).joined(), limit,
            ].joined(separator: " ")
        }
    }

    /// The rendition has the owner, the login, the tags and the limit; `-` if a property is `nil`, and `null` for a limit of
    /// null. The name of a property is its key of lowest precedence.
    static let objects: [(members: [String], rendition: String, mismatches: Int)] = [
        ([#""t1":["b","bad"]"#, #""t2":["a"]"#], "- - a -", 1),
        ([#""t1":["b"]"#, #""t2":["a","bad"]"#], "- - b -", 0),
        ([#""t1":null"#, #""t2":["a","c"]"#], "- - ac -", 0),
        ([#""o1":{"login":"y"}"#, #""o2":{"login":"x"}"#, #""t1":[]"#], "y y  -", 0),
        ([#""o1":{"id":1}"#, #""o2":{"login":"x"}"#, #""t1":[]"#], "x -  -", 1),
        ([#""o1":{"login":"bad"}"#, #""o2":{"login":"x"}"#, #""t1":[]"#], "x -  -", 2),
        ([#""o1":null"#, #""o2":{"login":"x"}"#, #""t1":[]"#], "x -  -", 0),
        ([#""o1":[{}]"#, #""o2":{"login":"x"}"#, #""t1":[]"#], "x -  -", 1),
        ([#""o2":{"id":{}}"#, #""list":[{"login":"z"},1]"#, #""t1":[]"#], "z -  -", 2),
        ([#""list":[{"login":"z"},1]"#, #""owner":{"login":"w"}"#, #""t1":[]"#], "z -  -", 0),
        ([#""list":[null,1]"#, #""owner":{"login":"w"}"#, #""t1":[]"#], "w -  -", 0),
        ([#""l1":null"#, #""limit":5"#, #""t1":[]"#], "- -  5", 0),
        ([#""l1":4"#, #""limit":null"#, #""t1":[]"#], "- -  4", 0),
        ([#""l1":null"#, #""limit":null"#, #""t1":[]"#], "- -  null", 0),
        ([#""l1":"x""#, #""limit":null"#, #""t1":[]"#], "- -  null", 1),
    ]

    @Test(arguments: objects.indices)
    func valueIsKeptUntilKeyOfHigherPrecedenceHasValue(index: Int) async throws {
        let (members, rendition, mismatches) = Self.objects[index]
        for members in [members, members.reversed()] {
            let object = "{\(members.joined(separator: ","))}"
            let outcome = try await importAllVariants(to: Repo.self, from: "[\(object),\(object)]") {
                $0.mismatches = .skipValue
            }
            #expect(outcome.records?.map(\.rendition) == [rendition, rendition], "\(object)")
            #expect(outcome.summary?.mismatchCount == mismatches * 2, "\(object)")
            let outcomeWithoutSkipping = try await importAllVariants(to: Repo.self, from: "[\(object)]")
            #expect((outcomeWithoutSkipping.error == nil) == (mismatches == 0), "\(object)")
        }
    }

    @Test func mismatchesAreListedInInputOrder() async throws {
        let text = #"[{"login":[],"o2":{"id":1},"t1":["a"],"l1":"x"},{"t1":[]}]"#
        let outcome = try await importAllVariants(to: Repo.self, from: text) { $0.mismatches = .skipValue }
        #expect(
            outcome.summary?.mismatches.map { $0.error.path?.description } == [
                "$[0].login", "$[0].o2", "$[0].l1",
            ])
    }

    @Test func mismatchOfKeyOfLowerPrecedenceIsNotListed() async throws {
        let text = #"[{"_tags":5,"t1":["a"]}]"#
        let outcome = try await importAllVariants(to: Repo.self, from: text) { $0.mismatches = .skipValue }
        #expect(outcome.summary?.mismatches.isEmpty == true)
    }

    @Test(arguments: [#"{"k2":{"a":9},"k1":{"b":8}}"#, #"{"k1":{"b":8},"k2":{"a":9}}"#])
    func keyOfLowerPrecedenceDoesNotChangeMergedValue(text: String) throws {
        struct Cell: Importable, Equatable {
            var a: Int?, b: Int?

            static let importPlan = ImportPlan(Cell.self) { fields in
                let a = fields.optional("a", Int.self)
                let b = fields.optional("b", Int.self)
                return ModelOperations(
                    make: { Cell(a: $0[a], b: $0[b]) },
                    update: { Cell(a: $0.updated($1.a, a), b: $0.updated($1.b, b)) },
                    decompose: {
                        $1.add($0.a, a)
                        $1.add($0.b, b)
                    }, properties: { [:] })
            }
        }
        struct Holder: Importable, Equatable {
            var cell: Cell?

            static let importPlan = ImportPlan(Holder.self) { fields in
                let cell = fields.optional("cell", Cell.self, keys: ["k1", "k2"])
                return ModelOperations(
                    make: { Holder(cell: $0[cell]) }, update: { Holder(cell: $0.updated($1.cell, cell)) },
                    decompose: { $1.add($0.cell, cell) }, properties: { [:] })
            }
        }
        var options = ImportOptions()
        options.nestedObjects = .merge
        let old = Holder(cell: Cell(a: 1, b: 2))
        let dictionary = try #require(try dictionaries(in: "[\(text)]")).first ?? [:]
        var (updatedFromText, updatedFromDictionary) = (old, old)
        try updatedFromText.update(from: text, options: options)
        try updatedFromDictionary.update(from: dictionary, options: options)
        #expect(updatedFromText == Holder(cell: Cell(a: 1, b: 8)))
        #expect(updatedFromDictionary == updatedFromText)
    }
}
