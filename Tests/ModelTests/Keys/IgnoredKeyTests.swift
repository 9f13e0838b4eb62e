import StreamImport
import Testing

/// The members of ignored keys are skipped, and ignored keys are not reported as unknown.
@Suite struct IgnoredKeyTests {
    struct Page: Importable, Equatable {
        var title: String?, ownerID: Int?, point: Point?, x: Int?

        static let importPlan = ImportPlan(Page.self) { fields in
            fields.ignore("cachedBody", "owner")
            let title = fields.optional("title", String.self)
            let ownerID = fields.optional("ownerID", Int.self, keys: ["owner.id"])
            let point = fields.optional("point", Point.self)
            let x = fields.optional("px", Int.self, keys: ["extra.x"])
            return { draft in
                Page(title: draft[title], ownerID: draft[ownerID], point: draft[point], x: draft[x])
            }
        }
    }

    @Test(arguments: ["cachedBody", "cached_body", "CACHED-BODY", "Owner"])
    func keyIgnoredByPlanIsNotReportedAsUnknown(key: String) async throws {
        let text = #"[{"\#(key)":{"z":[{"q":1}]},"title":"t"},{"title":"u","\#(key)":"\ud800"}]"#
        let pages = [Page(title: "t"), Page(title: "u")]
        for policy in UnknownKeyPolicy.allCases {
            let outcome = try await importAllVariants(to: Page.self, from: text) { $0.unknownKeys = policy }
            #expect(outcome.records == pages)
            #expect(outcome.summary?.unknownKeys.isEmpty == true)
        }
        let exact = try await importAllVariants(to: Page.self, from: text) {
            $0.keyMatching = .exact
            $0.unknownKeys = .report
        }
        #expect(exact.summary?.unknownKeys.map(\.key) == (key == "cachedBody" ? [] : [key]))
    }

    static let scenarios = [
        ImportScenario(
            "a path through an ignored key is read", Page.self, #"[{"owner":{"z":1,"id":2}},{"owner":3}]"#,
            records: [Page(ownerID: 2), Page()]
        ) {
            $0.unknownKeys = .rejectRecord
            $0.ignore("owner.z")
        },
        ImportScenario(
            "an ignored path keeps its siblings", Page.self, #"[{"extra":{"x":1}}]"#, records: [Page(x: 1)]
        ) { $0.ignore("extra.y") },
        ImportScenario(
            "an ignored optional key is treated as missing", Point.self, #"[{"x":1,"y":2}]"#,
            records: [Point(x: 1)]
        ) { $0.ignore("y", of: Point.self) },
        ImportScenario(
            "an ignored required key is treated as missing", Point.self, #"[{"x":1,"y":2}]"#, records: [],
            error: #"missingKeys at 1:2 (1), record 1, $[0]: missing required key "x" of Point"#
        ) { $0.ignore("x") },
    ]

    @Test(arguments: scenarios)
    func importHasExpectedOutcome(_ scenario: ImportScenario) async throws { try await scenario.check() }

    @Test(
        arguments: [
            ("z", nil, [], 4), ("title", nil, ["z", "z"], 4), ("owner.id", nil, ["z", "z"], nil),
            ("owner", nil, ["z", "z"], nil), ("/owner", nil, ["z", "z"], nil),
            ("/title", nil, ["z", "z"], 4),
            ("z", Page.self, ["z"], 4), ("z", Point.self, ["z"], 4), ("Title", nil, ["z", "z"], 4),
            (#"$["z"]"#, nil, [], 4), (#"$["owner"].id"#, nil, ["z", "z"], nil),
        ] as [(String, (any Importable.Type)?, [String], Int?)])
    func keyIgnoredByOptionsIsSkippedAndNotReported(
        key: String, model: (any Importable.Type)?, unknownKeys: [String], ownerID: Int?
    )
        async throws
    {
        let text = #"[{"title":"t","owner":{"id":4},"z":{"y":1},"point":{"x":1,"z":2}}]"#
        let outcome = try await importAllVariants(to: Page.self, from: text) {
            $0.ignore(key, of: model)
            $0.unknownKeys = .report
        }
        let title = key == "title" || key == "/title" ? nil : "t"
        #expect(outcome.records == [Page(title: title, ownerID: ownerID, point: Point(x: 1))], "\(key)")
        #expect(outcome.summary?.unknownKeys.map(\.key) == unknownKeys, "\(key)")
    }

    @Test func ignoredKeySkipsItsSubtree() async throws {
        let text = #"[{"extra":{"x":1}}]"#
        for key in ["extra", "extra.x", "/extra", "/extra/x"] {
            let outcome = try await importAllVariants(to: Page.self, from: text) {
                $0.ignore(key)
                $0.unknownKeys = .rejectRecord
            }
            if key == "extra" || key == "/extra" { #expect(outcome.records == [Page()], "\(key)") }
            #expect(outcome.records?.first?.x == nil)
        }
    }

    /// A record with a key in it, in the object of the model and in one that a path leads through.
    @Test(arguments: [
        "a.b", "a..b", "a[", "a]b", "[0]", "a\"b", "a\\b", "*", "", "$", "$.a", "/a", "a~1b", "\n",
        "\u{301}x",
    ])
    func unknownKeyIsIgnoredByItsPath(key: String) async throws {
        let member = try "\(key.jsonString()):1"
        let text = #"[{"extra":{\#(member),"x":1},\#(member)}]"#
        let reported = try await importAllVariants(to: Page.self, from: text) { $0.unknownKeys = .report }
        let unknownKeys = try #require(reported.summary).unknownKeys.map(\.key)
        #expect(
            try Set(unknownKeys.map { try JSONPath($0).components }) == [
                [.key("extra"), .key(key)], [.key(key)],
            ])
        let ignored = try await importAllFrontEnds(to: Page.self, from: text) {
            for key in unknownKeys { $0.ignore(key) }
            $0.unknownKeys = .rejectRecord
        }
        #expect(ignored.records == [Page(x: 1)])
    }
}
