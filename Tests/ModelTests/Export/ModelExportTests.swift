import Foundation
import StreamImport
import Testing

/// Exports of models: keys, nil properties, extras, plans, dictionaries and depth.
@Suite struct ModelExportTests {
    static let fullRepo = Repo(
        id: 1, fullName: "a/b", stars: 5, license: "MIT", licenseURL: URL(string: "https://x.y"),
        photo: "p", created: Date(timeIntervalSince1970: 1.5), score: nil, owner: Repo.Owner(login: "o"),
        ownerName: "o", forks: [Repo(id: 2, fullName: "c/d", forks: [Repo(id: 3, fullName: "e/f")])],
        extras: ["more": .array([.number("1.5")])])

    @Test func membersAreExportedAtTheirImportPaths() throws {
        #expect(
            try exportedLine(Self.fullRepo) == """
                {"id":1,"full_name":"a/b","stargazers_count":5,"license":{"spdx_id":"MIT","url":"https://x.y"},\
                "photos":[null,{"url":"p"}],"created":1500,"score":null,"owner":{"login":"o"},"owner_name":"o",\
                "forks":[{"id":2,"full_name":"c/d","stargazers_count":0,"score":0.5,\
                "forks":[{"id":3,"full_name":"e/f","stargazers_count":0,"score":0.5,"forks":[]}]}],"more":[1.5]}
                """)
    }

    @Test(
        arguments: ExportKeyPolicy.allCases, NilPolicy.allCases)
    func exportedModelRoundTripsForAllPolicies(keys: ExportKeyPolicy, nils: NilPolicy) throws {
        let repos = [Self.fullRepo, Repo(id: 4, fullName: "g/h")]
        for format in ExportFormat.allCases {
            for isIndented in [false, true] {
                let text = try exported(repos) {
                    ($0.keys, $0.nils, $0.format, $0.isIndented) = (keys, nils, format, isIndented)
                }
                #expect(try StreamImporter.objects(of: Repo.self, from: text).collect() == repos, "\(text)")
            }
        }
        var options = ExportOptions()
        (options.keys, options.nils) = (keys, nils)
        let data = try JSONSerialization.data(withJSONObject: repos.dictionaries(options: options))
        #expect(try StreamImporter.objects(of: Repo.self, from: data).collect() == repos)
    }

    @Test func nilPropertyFollowsNilPolicy() throws {
        let repo = Repo(id: 1, fullName: "a")
        #expect(
            try exportedLine(repo)
                == #"{"id":1,"full_name":"a","stargazers_count":0,"score":0.5,"forks":[]}"#)
        #expect(
            try exportedLine(repo) { $0.nils = .write } == """
                {"id":1,"full_name":"a","stargazers_count":0,"license":{"spdx_id":null,"url":null},\
                "photos":[null,{"url":null}],"created":null,"score":0.5,"owner":null,"owner_name":null,"forks":[]}
                """)
    }

    @Test func propertiesKeyPolicyWritesPropertyNames() throws {
        var repo = Self.fullRepo
        (repo.forks, repo.extras, repo.score) = ([], [:], 1)
        #expect(
            try exportedLine(repo) { $0.keys = .properties } == """
                {"id":1,"fullName":"a/b","stars":5,"license":"MIT","licenseURL":"https://x.y","photo":"p",\
                "created":1500,"score":1.0,"owner":{"login":"o"},"ownerName":"o","forks":[]}
                """)
    }

    @Test func mappedModelRoundTripsWithSameImportMapping() throws {
        let repo = Repo(id: 1, fullName: "a", license: "MIT", owner: Repo.Owner(login: "o"))
        let text = try exported([repo]) {
            $0.map("meta.number", to: "id", of: Repo.self)
            $0.map("/meta/names/0", to: "fullName")
            $0.map("user name", to: "login", of: Repo.Owner.self)
        }
        #expect(
            text == """
                [{"meta":{"number":1,"names":["a"]},"stargazers_count":0,"license":{"spdx_id":"MIT"},"score":0.5,\
                "owner":{"user name":"o"},"forks":[]}]
                """)
        var options = ImportOptions()
        options.map("meta.number", to: "id", of: Repo.self)
        options.map("/meta/names/0", to: "fullName")
        options.map("user name", to: "login", of: Repo.Owner.self)
        #expect(try StreamImporter.objects(of: Repo.self, from: text, options: options).collect() == [repo])
    }

    @Test func mappingToUnknownPropertyReportsError() {
        #expect(
            errorMessage { _ = try exported([Self.fullRepo]) { $0.map("x", to: "y", of: Repo.self) } } == """
                unknown property "y" of Repo; use the name of a property in the type's plan
                """)
    }

    @Test func extrasWithKeyOfFieldReportError() {
        for key in ["id", "watchers", "license", "ID", "Full-Name", "LICENSE"] {
            let repo = Repo(id: 1, fullName: "a", extras: [key: .null])
            #expect(
                errorMessage { _ = try exported([repo]) } == """
                    record 1, $[0].\(key): the extras of Repo contain the key "\(key)" of one of its properties
                    """)
        }
    }

    // MARK: - Keys

    /// A model with two numbers under the keys of `Keys`.
    struct Pair<Keys: PairKeys>: Importable, Equatable {
        var a: Int?
        var b: Int?

        static var importPlan: ImportPlan {
            ImportPlan(Pair.self) { fields in
                let a = fields.optional("a", Int.self, keys: Keys.a)
                let b = fields.optional("b", Int.self, keys: Keys.b)
                return ModelOperations(
                    make: { draft in Pair(a: draft[a], b: draft[b]) },
                    update: { _, old in old },
                    decompose: { pair, values in
                        values.add(pair.a, a)
                        values.add(pair.b, b)
                    },
                    properties: { [:] })
            }
        }
    }

    protocol PairKeys: SendableMetatype {
        static var a: [String] { get }
        static var b: [String] { get }
    }

    enum Nested: PairKeys { static let (a, b) = (["x.y.a"], ["x.y.b"]) }
    enum Prefix: PairKeys { static let (a, b) = (["x.y"], ["x.y.z", "w"]) }
    enum Longer: PairKeys { static let (a, b) = (["x.y.z"], ["x.y"]) }
    enum Shared: PairKeys { static let (a, b) = (["a.x"], ["a.y"]) }
    enum Mixed: PairKeys { static let (a, b) = (["x[0]"], ["x.y"]) }
    enum OtherFieldName: PairKeys { static let (a, b) = (["b.c"], [String]()) }
    enum Flexible: PairKeys { static let (a, b) = (["B_.c"], [String]()) }
    enum OwnName: PairKeys { static let (a, b) = (["a.value"], ["B.value"]) }
    enum Pointer: PairKeys { static let (a, b) = (["/x~1y"], ["/x/2/z"]) }
    enum Literal: PairKeys { static let (a, b) = ([#"$["x..y"]"#], [#"$["[0]"]"#]) }
    enum Matrix: PairKeys { static let (a, b) = (["x[1][2]"], ["x[0][1]"]) }
    enum Distant: PairKeys { static let (a, b) = (["x[1000]"], ["x[5].y"]) }
    enum Swapped: PairKeys { static let (a, b) = (["b"], ["a"]) }

    /// Requires the text of a model with both numbers, and a round trip of all models with each nil policy.
    private func requireText<Keys: PairKeys>(_ keys: Keys.Type, _ text: String) throws {
        let pairs = [Pair<Keys>(a: 1, b: 2), Pair(a: 1), Pair(b: 2), Pair()]
        #expect(try exportedLine(pairs[0]) == text)
        for nils in NilPolicy.allCases {
            let array = try exported(pairs) { $0.nils = nils }
            #expect(
                try StreamImporter.objects(of: Pair<Keys>.self, from: array).collect() == pairs, "\(array)")
        }
    }

    @Test func pathsOfTwoFieldsAreNestedOrUseFallbackKeys() throws {
        try requireText(Nested.self, #"{"x":{"y":{"a":1,"b":2}}}"#)
        try requireText(Prefix.self, #"{"x":{"y":1},"w":2}"#)
        try requireText(Longer.self, #"{"a":1,"x":{"y":2}}"#)
        try requireText(Shared.self, #"{"a":{"x":1,"y":2}}"#)
        try requireText(Mixed.self, #"{"x":[1],"b":2}"#)
        try requireText(OtherFieldName.self, #"{"a":1,"b":2}"#)
        try requireText(Flexible.self, #"{"a":1,"b":2}"#)
        try requireText(OwnName.self, #"{"a":{"value":1},"B":{"value":2}}"#)
        try requireText(Pointer.self, #"{"x/y":1,"x":[null,null,{"z":2}]}"#)
        try requireText(Literal.self, #"{"x..y":1,"[0]":2}"#)
        try requireText(Matrix.self, #"{"x":[[null,2],[null,null,1]]}"#)
        try requireText(Distant.self, #"{"a":1,"x":[null,null,null,null,null,{"y":2}]}"#)
        try requireText(Swapped.self, #"{"b":1,"a":2}"#)
    }

    /// A model whose property `a` has a path that begins with `a`.
    struct Inner: Importable, Equatable {
        var a: [String: Int]

        static let importPlan = ImportPlan(Inner.self) { fields in
            let a = fields.required("a", [String: Int].self, keys: ["a.b"])
            return ModelOperations(
                make: { draft in Inner(a: draft[a]) }, update: { _, old in old },
                decompose: { inner, values in values.add(inner.a, a) }, properties: { [\.a: "a"] })
        }
    }

    @Test(arguments: ExportKeyPolicy.allCases)
    func pathThroughPropertyNameRoundTrips(keys: ExportKeyPolicy) throws {
        let text = try exported([Inner(a: ["b": 1])]) { $0.keys = keys }
        #expect(text == #"[{"a":{"b":{"b":1}}}]"#)
        #expect(try StreamImporter.objects(of: Inner.self, from: text).collect() == [Inner(a: ["b": 1])])
    }

    enum SharedKey: PairKeys { static let (a, b) = (["b"], [String]()) }

    @Test func keySharedByTwoFieldsReportsError() {
        #expect(
            errorMessage { _ = try Pair<SharedKey>(a: 1, b: 2).dictionary() } == """
                $: the key "b" matches both "b" and "a" of Pair<SharedKey>; give each property its own key, or set one of \
                the properties in ImportIntercepting
                """)
    }

    // MARK: - Plans

    @Test func planWithoutDecomposeReportsError() {
        #expect(
            errorMessage { _ = try exported([Point(x: 1)]) } == """
                record 1, $[0]: the plan of Point can create instances, but not read or update them; return \
                ModelOperations from the plan, or mark the type with @Importable
                """)
    }

    struct Incomplete: Importable {
        static let importPlan = ImportPlan(Incomplete.self) { fields in
            let id = fields.required("id", Int.self)
            return ModelOperations(
                make: { draft in
                    _ = draft[id]
                    return Incomplete()
                },
                update: { _, old in old }, decompose: { _, _ in }, properties: { [:] })
        }
    }

    /// A model that adds the values of its fields in the order of `order`.
    struct Shuffled: Importable {
        var order: [Int]

        static let importPlan = ImportPlan(Shuffled.self) { fields in
            let text = fields.required("text", String.self)
            let number = fields.optional("number", Int.self)
            let list = fields.required("list", [String].self)
            let inner = fields.optional("inner", Shuffled.self)
            return ModelOperations(
                make: { draft in
                    _ = draft[text] + draft[list].joined()
                    return Shuffled(order: [])
                },
                update: { _, old in old },
                decompose: { model, values in
                    for index in model.order {
                        switch index {
                        case 0: values.add(String(repeating: "text", count: 10), text)
                        case 1: values.add(model.order.count == 4 ? 1 : nil, number)
                        case 2: values.add((0..<3).map { String(repeating: "\($0)", count: 20) }, list)
                        default: values.add(Shuffled(order: model.order.dropLast(4) + [2, 1, 0]), inner)
                        }
                    }
                },
                properties: { [:] })
        }
    }

    @Test func fieldsAreWrittenInOrderOfPlan() throws {
        let text = #""text":"\#(String(repeating: "text", count: 10))""#
        let list = #""list":["00000000000000000000","11111111111111111111","22222222222222222222"]"#
        let inner = #""inner":{\#(text),"number":null,\#(list)}"#
        for order in [[0, 1, 2, 3], [3, 2, 1, 0], [2, 0, 3, 1], [1, 3, 0, 2], [0, 2, 1, 3]] {
            #expect(
                try exportedLine(Shuffled(order: order)) { $0.nils = .write }
                    == #"{\#(text),"number":1,\#(list),\#(inner)}"#)
        }
        for order in [[0, 2], [2, 0], [2, 1, 0]] {
            #expect(try exportedLine(Shuffled(order: order)) == "{\(text),\(list)}")
        }
        for order in [[0, 1, 3], [3, 0], [1]] {
            #expect(throws: ImportError.self) { _ = try exportedLine(Shuffled(order: order)) }
        }
    }

    struct ForeignPlan: Importable {
        static let importPlan = Repo.importPlan
    }

    @Test func decomposeWithoutRequiredFieldReportsError() {
        #expect(
            errorMessage { _ = try exported([Incomplete()]) } == """
                record 1, $[0]: decompose in the plan of Incomplete does not add the required field "id"; add its value \
                to the FieldWriter
                """)
    }

    @Test func planOfAnotherTypeReportsError() {
        #expect(
            errorMessage { _ = try exported([ForeignPlan()]) } == """
                record 1, $[0]: expected a plan for ForeignPlan, found the plan for Repo; mark ForeignPlan with \
                @Importable
                """)
    }

    // MARK: - Dictionaries

    @Test func dictionaryContainsExportedValues() throws {
        let dictionary = try Self.fullRepo.dictionary()
        #expect(dictionary["id"] as? Int == 1)
        #expect(dictionary["score"] is NSNull)
        #expect(dictionary["created"] as? Int == 1500)
        #expect((dictionary["license"] as? [String: Any])?["url"] as? String == "https://x.y")
        #expect((dictionary["photos"] as? [Any])?.first is NSNull)
        #expect(((dictionary["forks"] as? [[String: Any]])?.first?["forks"] as? [Any])?.count == 1)
        #expect(try Box(UInt64.max).dictionary()["value"] as? UInt64 == .max)
        #expect(try Box(true).dictionary()["value"] as? Bool == true)
        #expect(try Box(Decimal(1) / 3).dictionary()["value"] as? Decimal == Decimal(1) / 3)
        #expect(try ["a": 1].dictionary() as? [String: Int] == ["a": 1])
    }

    @Test func dictionaryOfNonObjectReportsError() {
        #expect(
            errorMessage { _ = try 5.dictionary() }
                == "expected a type that is exported as an object, found Int")
        #expect(
            errorMessage { _ = try ["a"].dictionary() }
                == "expected a type that is exported as an object, found Array<String>")
        #expect(
            errorMessage { _ = try [nil, ["a": 1]].dictionaries() }
                == "record 1, $[0]: expected a type that is exported as an object, found Optional<Dictionary<String, Int>>"
        )
    }

    // MARK: - Depth

    final class Node: Importable {
        var next: Node?

        static let importPlan = ImportPlan(Node.self) { fields in
            let next = fields.optional("next", Node.self)
            return ModelOperations(
                make: { draft in
                    let node = Node()
                    node.next = draft[next]
                    return node
                },
                update: { _, old in old }, decompose: { node, values in values.add(node.next, next) },
                properties: { [:] })
        }
    }

    @Test(arguments: [126, 127, 128, 129, 254, 255, 256, 400, 511])
    func deeplyNestedValueRoundTrips(depth: Int) throws {
        for (open, close) in [("[", "]"), (#"{"a":"#, "}")] {
            let text =
                "{\"value\":" + String(repeating: open, count: depth - 1) + "1"
                + String(repeating: close, count: depth - 1) + "}\n"
            let boxes = try StreamImporter.objects(of: Box<JSONValue>.self, from: text).collect()
            #expect(try exportedLine(boxes[0]) + "\n" == text)
            let indented = try exported(boxes + boxes) { $0.isIndented = true }
            #expect(
                try StreamImporter.objects(of: Box<JSONValue>.self, from: indented).collect() == boxes + boxes
            )
        }
    }

    @Test func referenceCycleReportsTooDeep() {
        let node = Node()
        node.next = node
        defer { node.next = nil }
        let error = expectError(.tooDeep) { _ = try exported([node]) }
        #expect(error?.message == "arrays and objects are nested deeper than the limit of 512")
        #expect(error?.path?.components.count == 512)
        #expect(throws: ImportError.self) { _ = try node.dictionary() }
        #expect(
            errorMessage { _ = try exportedLine(node) { $0.maximumDepth = 2 } } == """
                record 1, $.next.next: arrays and objects are nested deeper than the limit of 2; if the \
                value is correct, raise maximumDepth
                """)
    }
}
