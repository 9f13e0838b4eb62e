import StreamImport
import Testing

/// Unknown keys are ignored or reported, or their records are rejected.
@Suite struct UnknownKeyTests {
    @Test func unknownKeyIsReportedOncePerType() async throws {
        let text =
            #"[{"name":"a","z":1,"point":{"x":1,"z":2,"Z":3}},{"point":{"z":1,"x":2},"z":1,"NAME":"b"}]"#
        let outcome = try await importAllVariants(to: Place.self, from: text) { $0.unknownKeys = .report }
        let unknownKeys = try #require(outcome.summary).unknownKeys
        #expect(unknownKeys.map { "\($0.type).\($0.key)" } == ["Place.z", "Point.z", "Point.Z"])
        #expect(unknownKeys.map(\.location?.offset) == [13, 34, 40])
    }

    @Test func repeatedUnknownKeyIsReportedOnce() throws {
        // Spellings of the property's name fill the cache, so that unknown keys are not cached.
        let spellings = (0..<30).map { count in "n" + String(repeating: "_", count: count) + "ame" }
        let objects =
            spellings.map { #"{"\#($0)":"a"}"# }
            + ["z", "y", "z", "y", "z"].map { #"{"name":"b","\#($0)":1}"# }
        let outcome = try importAllChunkSizes(
            to: Place.self, from: Array("[\(objects.joined(separator: ","))]".utf8), chunkSizes: [31, nil]
        ) {
            $0.unknownKeys = .report
            $0.maximumCachedSpellings = 20
        }
        #expect(outcome.records?.count == 35)
        #expect(outcome.summary?.unknownKeys.map(\.key) == ["z", "y"])
    }

    @Test func reportedUnknownKeysAreLimited() throws {
        #expect(ImportOptions().maximumListedUnknownKeys == 1000)
        let objects = (0..<30).map { #"{"x":\#($0),"key\#($0)":{"x":1},"z":1}"# }
        let outcome = try importAllChunkSizes(
            to: Point.self, from: Array("[\(objects.joined(separator: ","))]".utf8), chunkSizes: [31, nil]
        ) {
            $0.unknownKeys = .report
            $0.maximumListedUnknownKeys = 10
            $0.maximumCachedSpellings = 20
        }
        #expect(outcome.records == (0..<30).map { Point(x: $0) })
        #expect(outcome.summary?.unknownKeys.count == 10)
        #expect(outcome.summary?.unknownKeys.prefix(3).map(\.key) == ["key0", "z", "key1"])
    }

    @Importable
    struct Photo: Equatable {
        @Key("sizes[1].url") var url: String?
        @Key("place.city.name") var city: String?
        var owner: JSONValue?
        @Key("owner.login") var login: String?
        @Key("license.id") var license: String?
    }

    @Test func unknownKeyBelowPathIsReportedWithPath() async throws {
        let object = """
            {"license":{"id":"MIT","url":"v"},"other":{"z":1},"owner":{"id":1,"login":"l"},\
            "place":{"city":{"a.b":2,"name":"c"},"zip":1},"sizes":[{"z":0},{"url":"u","w":[{"z":1}]}]}
            """
        let outcome = try await importAllFrontEnds(to: Photo.self, from: "[\(object),\(object)]") {
            $0.unknownKeys = .report
        }
        let photo = try #require(outcome.records?.first)
        #expect(photo.url == "u" && photo.city == "c" && photo.login == "l" && photo.license == "MIT")
        let unknownKeys = try #require(outcome.summary).unknownKeys
        #expect(unknownKeys.allSatisfy { $0.type == "Photo" })
        #expect(
            unknownKeys.map(\.key)
                == ["license.url", "other", #"place.city["a.b"]"#, "place.zip", "sizes[1].w"])
        let ignored = try await importAllVariants(to: Photo.self, from: "[\(object)]") {
            for key in ["place.zip", "/place/city/a.b", "license.url", "/sizes/1/w"] { $0.ignore(key) }
            $0.unknownKeys = .report
        }
        #expect(ignored.summary?.unknownKeys.map(\.key) == ["other"])
    }

    @Test func unknownKeyBelowPathReportsErrorLocation() async throws {
        let outcome = try await importAllVariants(to: Photo.self, from: #"[{"place":{"city":{"zip":1}}}]"#) {
            $0.unknownKeys = .rejectRecord
        }
        #expect(
            outcome.message
                == #"unknownKey at 1:20 (19), record 1, $[0].place.city.zip: unknown key "place.city.zip" of Photo"#
        )
    }

    @Test func rejectedUnknownKeyReportsPath() async throws {
        let text = #"[{"name":"a","point":{"x":1}},{"name":"b","point":{"x":2,"a.b\n":[{}]}},{"NAME":"c"}]"#
        let outcome = try await importAllVariants(to: Place.self, from: text) {
            $0.unknownKeys = .rejectRecord
            $0.errorPolicy = .collect()
        }
        #expect(outcome.records?.map(\.name) == ["a", "c"])
        #expect(
            outcome.summary?.rejectedRecords.map(\.rendition) == [
                #"#2 30..<71 unknownKey at 1:58 (57), record 2, $[1].point["a.b\n"]: unknown key "a.b\n" of Point"#
            ])
    }
}
