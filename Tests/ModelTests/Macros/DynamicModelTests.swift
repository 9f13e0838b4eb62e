import StreamImport
import Testing

/// Properties that accept any value.
@Suite struct DynamicModelTests {
    @Importable
    struct Loose {
        var any: Any
        let maybe: Any?
        var list: [Any]
        var object: [String: Any] = [:]
        var other: Any? = 1
    }

    @Test func dynamicPropertiesTakeAnyValue() throws {
        let text = #"{"any":"a","list":[true,"b"],"object":{"c":["d"]},"other":null}"#
        let loose = try #require(try StreamImporter.objects(of: Loose.self, from: text).collect().first)
        #expect(loose.any as? String == "a")
        #expect(loose.maybe == nil)
        #expect(loose.list.first as? Bool == true)
        #expect(loose.object["c"] as? [String] == ["d"])
        #expect(loose.other == nil)
    }
}
