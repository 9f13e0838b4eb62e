import Foundation
import StreamImport
import Testing

/// Every instance that an import makes is deinitialized once, also if the import throws or is abandoned. Errors that
/// models and `forEach` bodies throw reach the caller.
@Suite(.countsInstances) struct LifetimeTests {
    struct TestError: Error, Equatable { let name: String }

    final class Tree: Importable, Equatable {
        let tag: Tag
        let more: [Tag]
        let set: Set<Tag>
        let byName: [String: Tag]
        let children: [Tree]
        let child: Tree?

        init(tag: Tag, more: [Tag], set: Set<Tag>, byName: [String: Tag], children: [Tree], child: Tree?)
            throws
        {
            self.tag = tag
            self.more = more
            self.set = set
            self.byName = byName
            self.children = children
            self.child = child
            tag.count?.increment()
            guard tag.text != "rejected" else { throw TestError(name: tag.text) }
        }

        deinit { tag.count?.decrement() }

        static let importPlan = ImportPlan(Tree.self) { fields in
            let tag = fields.required("tag", Tag.self)
            let more = fields.optional("more", [Tag].self)
            let set = fields.optional("set", Set<Tag>.self)
            let byName = fields.optional("byName", [String: Tag].self)
            let children = fields.optional("children", [Tree].self)
            let child = fields.optional("child", Tree.self)
            // No instance takes the values of this field. The import must deinitialize them.
            _ = fields.optional("unread", [Tag].self)
            return { draft in
                try Tree(
                    tag: draft[tag], more: draft[more] ?? [], set: draft[set] ?? [],
                    byName: draft[byName] ?? [:],
                    children: draft[children] ?? [], child: draft[child])
            }
        }

        static func == (left: Tree, right: Tree) -> Bool {
            left.tag == right.tag && left.more == right.more && left.set == right.set
                && left.byName == right.byName && left.children == right.children && left.child == right.child
        }
    }

    /// Returns the text of a tree, with `tail` before the closing brace.
    private static func treeText(_ tag: String = "a", tail: String = "") -> String {
        """
        {"tag":"\(tag)","more":["b","c","d"],"set":["a","a","b"],"byName":{"a":"b","a":"c","d":"e"},"unread":["x","y"],\
        "more":["again"],"children":[{"tag":"f","child":{"tag":"g"}},{"tag":"h","more":["i"]}]\(tail)}
        """
    }

    /// Members, some of them invalid or truncated, for the end of a tree.
    static let tails = [
        "", #","child":{"tag":"k","child":{"tag":"l"}}"#, #","more":["bad"]"#, #","more":["a",["b"]]"#,
        #","more":["a",1"#,
        #","byName":{"z":"bad"}"#, #","byName":{"z":"a","y":{}}"#, #","byName":{"a":"b","\uD800":1}"#,
        #","set":["q",null]"#,
        #","children":[{"tag":"a"},{"tag":"rejected"}]"#, #","children":[{"tag":"a"},{"more":["b"]}]"#,
        #","child":{"tag":"a","tag":"b","tag":null}"#, #","child":{"tag":"rejected"}"#, #","tag":"bad""#,
        #","tag":null"#,
        #","child":{"tag":"a","child":{"tag":"b","child":{"tag":"c","more":["d",tru"#, #","unread":["z",7]"#,
        #","children":[{"tag":"cut"#,
        #","child":5"#, #","child":null,"child":{"tag":"m"},"child":null"#,
    ]

    @Test(arguments: tails)
    func everyInstanceIsDeinitializedOnceWithEachPolicyAndFormat(tail: String) throws {
        for duplicates in DuplicateKeyPolicy.allCases {
            for policy in [ErrorPolicy.fail, .collect(limit: 1)] {
                for format in [ImportFormat.json, .lines] {
                    let records = [
                        Self.treeText(), Self.treeText(tail: tail), Self.treeText("rejected"),
                        Self.treeText(),
                    ]
                    let text =
                        format == .json
                        ? "[" + records.joined(separator: ",") + "]" : records.joined(separator: "\n")
                    try importAllChunkSizes(to: Tree.self, from: Array(text.utf8), chunkSizes: [1, 31, nil]) {
                        $0.format = format
                        $0.errorPolicy = policy
                        $0.duplicateKeys = duplicates
                        $0.keepsRejectedText = true
                    }
                    #expect(LiveCount.current?.value == 0)
                }
            }
        }
    }

    @Test(arguments: tails)
    func everyInstanceIsDeinitializedOnceInAllVariants(tail: String) async throws {
        try await importAllVariants(
            to: Tree.self, from: "[\(Self.treeText()),\(Self.treeText(tail: tail)),\(Self.treeText())]")
    }

    @Test func scalarRecordsAreDeinitializedOnce() async throws {
        for text in [#"["a","b"]"#, #"["a","bad"]"#, #"["a",7]"#, #"["a","b"#, #""a" "b" x"#, #""a""b""#] {
            try await importAllVariants(to: Tag.self, from: text)
            #expect(LiveCount.current?.value == 0, "\(text)")
            try await importAllVariants(to: Tag?.self, from: text) { $0.format = .sequence }
            try await importAllVariants(to: Tag?.self, from: text) {
                $0.format = .lines
                $0.errorPolicy = .skip()
            }
            #expect(LiveCount.current?.value == 0, "\(text)")
        }
    }

    @Test func arrayAndDictionaryRecordsAreDeinitializedOnce() async throws {
        for text in [
            #"[["a","b"],["c"],["d","bad"]]"#, #"[["a",["b"]]]"#, #"[{"a":"b"},{"a":"c","d":"bad"}]"#,
        ] {
            try await importAllVariants(to: [Tag].self, from: text)
            try await importAllVariants(to: [String: Tag].self, from: text)
            try await importAllVariants(to: [Tag?]?.self, from: text) { $0.errorPolicy = .skip() }
            #expect(LiveCount.current?.value == 0, "\(text)")
        }
    }

    @Test func abandonedImportDeinitializesAllInstances() async throws {
        let text = "[" + [String](repeating: Self.treeText(), count: 50).joined(separator: ",") + "]"
        for readCount in [0, 1, 2, 49] {
            for chunkBytes in [7, 4096, 1 << 20] {
                var options = ImportOptions()
                options.chunkBytes = chunkBytes
                let records = StreamImporter.objects(of: Tree.self, from: text, options: options)
                do {
                    let iterator = records.makeIterator()
                    for _ in 0..<readCount { _ = try iterator.next() }
                }
                #expect(LiveCount.current?.value == 0)
                do {
                    var batches = records.batches(of: 7).makeIterator()
                    for _ in 0..<readCount / 7 { _ = try batches.next() }
                }
                #expect(LiveCount.current?.value == 0)
                var bodyCalls = 0
                #expect(throws: TestError(name: "enough")) {
                    try records.forEach { _ in
                        bodyCalls += 1
                        if bodyCalls > readCount { throw TestError(name: "enough") }
                    }
                }
                #expect(bodyCalls == readCount + 1)
                #expect(LiveCount.current?.value == 0)
                let pieces = Pieces(pieces: Array(text.utf8).pieces(of: chunkBytes))
                do {
                    var iterator = StreamImporter.objects(of: Tree.self, from: pieces).makeAsyncIterator()
                    for _ in 0..<readCount { _ = try await iterator.next() }
                }
                #expect(LiveCount.current?.value == 0)
            }
        }
    }

    @Test func recordsOutliveTheirImport() throws {
        var trees: [Tree] = []
        do {
            let text = "[" + [String](repeating: Self.treeText(), count: 100).joined(separator: ",") + "]"
            trees = try StreamImporter.objects(of: Tree.self, from: text).collect()
        }
        #expect(trees.count == 100)
        #expect(trees.allSatisfy { $0 == trees[0] })
        #expect(trees[99].children[0].child?.tag.text == "g")
        trees = []
    }

    // MARK: - Errors of models and bodies

    @Test func errorThrownByModelIsCauseOfRejection() async throws {
        let text = #"[{"tag":"a"},{"tag":"b","child":{"tag":"rejected"}},{"tag":"bad"}]"#
        let outcome = try await importAllVariants(to: Tree.self, from: text) { $0.errorPolicy = .collect() }
        #expect(outcome.records?.map(\.tag.text) == ["a"])
        let errors = try #require(outcome.summary).rejectedRecords.map(\.error)
        #expect(errors.map(\.code) == [.rejectedByModel, .invalidValue])
        #expect(errors[0].cause as? TestError == TestError(name: "rejected"))
        #expect(errors[0].path?.description == "$[1].child")
        #expect(errors[0].message == #"the model threw an error: TestError(name: "rejected")"#)
        #expect(errors[1].cause is Tag.TagError)
        #expect(errors[1].path?.description == "$[2].tag")
        #expect(errors[1].message == #""bad" was rejected: TagError()"#)
    }

    @Test(arguments: ImportFormat.allCases)
    func bodyErrorIsRethrownUnchanged(format: ImportFormat) throws {
        let text =
            switch format {
            case .lines, .sequence: "{\"x\":1}\n{\"x\":2}\n5\n"
            case .textSequence: "\u{1E}{\"x\":1}\n\u{1E}{\"x\":2}\n\u{1E}5\n"
            case .automatic, .json: #"[{"x":1},{"x":2},{"x":3}]"#
            }
        for policy in [ErrorPolicy.fail, .skip(), .collect()] {
            var options = ImportOptions()
            options.format = format
            options.errorPolicy = policy
            let records = StreamImporter.objects(of: Point.self, from: text, options: options)
            var bodyCalls = 0
            var summary = ImportSummary()
            #expect(throws: TestError(name: "mine")) {
                try records.forEach(into: &summary) { _ in
                    bodyCalls += 1
                    throw TestError(name: "mine")
                }
            }
            #expect(bodyCalls == 1)
            #expect(summary.rejectedCount == 0)
            // The body runs a nested import. The outer import rethrows the error of the nested import.
            for invalidText in ["{", "[1,,]", "", "[true]"] {
                let nestedError = #expect(throws: ImportError.self) {
                    try StreamImporter.objects(of: Point.self, from: invalidText).collect()
                }
                bodyCalls = 0
                let rethrownError = #expect(throws: ImportError.self) {
                    try records.forEach { _ in
                        bodyCalls += 1
                        _ = try StreamImporter.objects(of: Point.self, from: invalidText).collect()
                    }
                }
                #expect(bodyCalls == 1)
                #expect(rethrownError?.description == nestedError?.description)
            }
        }
    }

    @Test func nestedImportInBodyReadsAllRecords() throws {
        var sums: [Int] = []
        try StreamImporter.objects(of: String.self, from: #"["[1,2]","[3]"]"#).forEach { text in
            sums.append(try StreamImporter.objects(of: Int.self, from: text).collect().reduce(0, +))
        }
        #expect(sums == [3, 3])
    }
}
