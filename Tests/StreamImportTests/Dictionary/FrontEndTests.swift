import Foundation
import StreamImport
import TestSupport
import Testing

/// Texts and dictionaries give the same models and the same errors.
@Suite struct FrontEndTests {
    enum Color: String, Importable { case red, green }

    @Importable
    struct Owner: Hashable {
        var id: Int
        var login = "nobody"
    }

    @Importable
    struct Item: Equatable {
        var id: Int
        var fullName: String?
        @Key("n", "count_of") var count = 0
        var ratio: Double?
        var small: UInt8?
        var large: UInt64?
        var price: Decimal?
        var flag: Bool?
        var color: Color?
        var link: URL?
        var uuid: UUID?
        var data: Data?
        var date: Date?
        @DateFormat(.unixMilliseconds) var seconds: Double?
        @DateFormat(.format("dd.MM.yyyy")) var day: Date?
        var owner: Owner?
        @Key("owner.id") var ownerID: Int?
        @Key("license.spdx_id", "licenses[1].spdx_id") var license: String?
        var owners: [Owner] = []
        var tags: Set<String> = []
        var matrix: [[Int]] = []
        var holes: [Int?] = []
        var byName: [String: Owner] = [:]
        var byNumber: [Int: String] = [:]
        @Lenient var sizes: [Int] = []
        var any: JSONValue?
        @Ignored var note = ""
    }

    @Importable
    struct ItemWithExtras: Equatable {
        var id: Int
        @Extras var extras: [String: JSONValue]
    }

    /// Members that follow `id` in an object; no member if empty.
    static let members: [String] = [
        "", #""fullName":"a""#, #""full_name":"é\n\"\\/""#, #""FULL NAME":"a","fullName":"b""#,
        #""fullName":null"#, #""fullName":"\#(String(repeating: "long ", count: 40))""#,
        #""count":1,"n":2"#, #""count_of":1,"count":2,"COUNT":3"#, #""n":null,"count":4"#,
        #""fullName":1.5"#, #""fullName":12"#, #""fullName":true"#, #""fullName":[1]"#, #""fullName":{}"#,
        #""ratio":1.5"#, #""ratio":7"#, #""ratio":"0.25""#, #""ratio":1e+300"#, #""ratio":"x""#,
        #""ratio":true"#,
        #""small":255"#, #""small":256"#, #""small":-1"#, #""small":1.5"#, #""small":2.0"#, #""small":" 1""#,
        #""large":18446744073709551615"#, #""large":-1"#, #""count":9223372036854775807"#,
        #""count":-9223372036854775808"#, #""count":9223372036854775808"#, #""count":"1,234""#,
        #""price":0.5"#, #""price":"0.1""#, #""price":12345678901234567890.5"#, #""price":[]"#,
        #""flag":true"#, #""flag":false"#, #""flag":0"#, #""flag":1"#, #""flag":2"#, #""flag":"yes""#,
        #""flag":"TRUE""#, #""color":"red""#, #""color":"blue""#, #""color":1"#,
        #""link":"https://a.b/c?d=e""#, #""link":"""#, #""link":5"#,
        #""uuid":"E621E1F8-C36C-495A-93FC-0C247A3E6E5F""#, #""uuid":"E621""#, #""data":"AQID""#,
        #""data":"A""#,
        #""date":"2014-05-01T08:00:00Z""#, #""date":1398931200"#, #""date":"/Date(1398902400000+0800)/""#,
        #""date":"soon""#, #""date":true"#, #""seconds":1398931200500"#, #""seconds":"x""#,
        #""day":"24.12.2020""#, #""day":"2020""#, #""day":5"#,
        #""owner":{"id":1}"#, #""owner":{"id":1,"login":"x","z":[{"y":1}]}"#, #""owner":{"login":"x"}"#,
        #""owner":{"id":null}"#, #""owner":{"id":"x"}"#, #""owner":[]"#, #""owner":5"#, #""owner":null"#,
        #""owner":{"ID":3},"ownerID":4"#, #""license":{"spdx_id":"MIT"}"#, #""license":{"name":"MIT"}"#,
        #""license":"MIT""#, #""license":null"#, #""licenses":[{},{"spdx_id":"BSD"}]"#,
        #""licenses":[1,2,3]"#,
        #""license":{"spdx_id":"MIT"},"licenses":[{},{"spdx_id":"BSD"}]"#, #""license":{"spdx_id":[1]}"#,
        #""owners":[{"id":1},{"id":2,"login":"b"}]"#, #""owners":[{"id":1},{}]"#, #""owners":[1]"#,
        #""owners":{}"#, #""owners":{"id":7}"#, #""tags":["a","b","a"]"#, #""tags":"a""#, #""tags":[null]"#,
        #""matrix":[[1,2],[],[3]]"#, #""matrix":[[1],2]"#, #""matrix":[[1],["a"]]"#, #""holes":[1,null,2]"#,
        #""byName":{"a":{"id":1},"b":{"id":2}}"#, #""byName":{"a.b":{"id":"x"}}"#, #""byName":[]"#,
        #""byNumber":{"1":"a","-2":"b"}"#, #""byNumber":{"x":"a"}"#, #""byNumber":{"1":[]}"#,
        #""sizes":[1,"x",[2],{"a":1},null,3]"#, #""sizes":5"#, #""any":{"a":[1,-2.5,true,null,"x",{}]}"#,
        #""any":null"#, #""any":[[[]]]"#, #""note":"x""#, #""z":1"#, #""z":{"y":[{"x":1}]}"#, #""":1"#,
        #""any":123456789012345678901234567890"#, #""ratio":0.1,"seconds":0.5,"price":1e-07"#,
    ]

    static let configurations: [(name: String, configure: @Sendable (inout ImportOptions) -> Void)] = [
        ("defaults", { _ in }),
        ("strict", { $0.coercion = .strict }),
        ("permissive", { $0.coercion = .permissive }),
        (
            "exact",
            {
                $0.keyMatching = .exact
                $0.dates = .iso8601
            }
        ),
        (
            "keep",
            {
                $0.mismatches = .skipValue
                $0.errorPolicy = .collect()
            }
        ),
        (
            "reject",
            {
                $0.unknownKeys = .rejectRecord
                $0.nulls = .mismatch
                $0.errorPolicy = .skip()
            }
        ),
        ("report", { $0.unknownKeys = .report }),
        (
            "mapped",
            {
                $0.map("z", to: "count", of: Item.self)
                $0.map("owner.login", to: "fullName", of: Item.self)
                $0.ignore("license", of: Item.self)
            }
        ),
    ]

    @Test(arguments: configurations.indices)
    func frontEndsAgreeOnEachMember(configuration: Int) async throws {
        let (name, configure) = Self.configurations[configuration]
        for member in TestTier.sample(Self.members, count: 30, of: Array(name.utf8)) {
            let object = member.isEmpty ? #"{"id":7}"# : #"{"id":7,\#(member)}"#
            try await importAllFrontEnds(
                to: Item.self, from: "[{\"id\":1},\(object),{\"id\":2}]", chunkSizes: [1, nil], configure)
        }
    }

    @Test(arguments: configurations.indices)
    func frontEndsAgreeOnManyRecords(configuration: Int) async throws {
        let objects = Self.members.enumerated().map { index, member in
            member.isEmpty ? #"{"id":\#(index)}"# : #"{"id":\#(index),\#(member)}"#
        }
        try await importAllFrontEnds(
            to: Item.self, from: "[" + objects.joined(separator: ",") + "]", chunkSizes: [nil]
        ) {
            Self.configurations[configuration].configure(&$0)
            if $0.errorPolicy == .fail { $0.errorPolicy = .collect() }
        }
    }

    /// An update with all required keys gives the same model or the same error as the import of a new model.
    @Test(arguments: configurations.indices)
    func textAndDictionaryUpdatesAgreeOnEachMember(configuration: Int) throws {
        var options = ImportOptions()
        Self.configurations[configuration].configure(&options)
        options.errorPolicy = .fail
        for member in Self.members {
            let object = member.isEmpty ? #"{"id":7}"# : #"{"id":7,\#(member)}"#
            let importResult = Result {
                try StreamImporter.objects(of: Item.self, from: object, options: options).collect()[0]
            }
            let newItem = Item(id: 1)
            let expected = Self.outcome(of: importResult, else: newItem)
            for policy in NestedObjectPolicy.allCases {
                options.nestedObjects = policy
                #expect(updateOutcome(of: newItem, from: object, options) == expected, "\(object)")
                // An item that already has the values of the object remains equal.
                if let item = try? importResult.get() {
                    #expect(updateOutcome(of: item, from: object, options).model == item, "\(object)")
                }
            }
        }
    }

    /// A model after an update, and the code and the path of the error; `nil` if the update succeeded.
    private struct UpdateOutcome: Equatable {
        var model: Item
        var code: ImportError.Code?
        var path: JSONPath?
    }

    /// Returns the outcome of an update that made the model of `result`, or that kept `old` because of an error.
    private static func outcome(of result: Result<Item, any Error>, else old: Item) -> UpdateOutcome {
        switch result {
        case .success(let model): return UpdateOutcome(model: model)
        case .failure(let error):
            let error = error as? ImportError
            return UpdateOutcome(model: old, code: error?.code, path: error?.path)
        }
    }

    /// Returns the outcome of an update from a text. Requires the same outcome from the dictionary of the text.
    private func updateOutcome(of item: Item, from text: String, _ options: ImportOptions) -> UpdateOutcome {
        let outcomes = [true, false].map { isText in
            var copy = item
            let result = Result {
                if isText {
                    try copy.update(from: text, options: options)
                } else {
                    let dictionary = try JSONSerialization.jsonObject(with: Data(text.utf8))
                    try copy.update(from: dictionary as? [String: Any] ?? [:], options: options)
                }
                return copy
            }
            return Self.outcome(of: result, else: copy)
        }
        #expect(outcomes[0] == outcomes[1], "\(text)")
        return outcomes[0]
    }

    @Test func frontEndsAgreeOnExtras() async throws {
        try await importAllFrontEnds(
            to: ItemWithExtras.self,
            from: #"[{"id":1,"a":[1,{"b":null}],"c":"x","d":true},{"z":{},"ID":2},{"e":1}]"#)
    }

    /// The error of `count` is reported only at the end of the object, because a key of higher precedence may follow.
    @Test func frontEndsReportFirstErrorInKeyOrder() async throws {
        let outcome = try await importAllFrontEnds(
            to: Item.self, from: #"[{"any":1,"count":"x","flag":"x","id":"x","ratio":"x"}]"#)
        #expect(outcome.error?.path?.description == "$[0].flag")
    }

    @Test func frontEndsAgreeOnErrorLimit() async throws {
        for limit in 0...2 {
            try await importAllFrontEnds(to: Owner.self, from: #"[{"id":1},{},{"id":"x"},{"id":2}]"#) {
                $0.errorPolicy = .collect(limit: limit)
            }
        }
    }
}
