import Foundation
import StreamImport
import SystemPackage
import TestSupport
import Testing

@testable import JSONRecords

/// Typed records of the parts of a file: the same as those of the whole.
@Suite struct PartTests {
    @Importable
    struct Item: Equatable, Codable, Sendable {
        var id: Int
        var name: String?
    }

    private let folder: TemporaryDirectory

    init() throws {
        folder = try TemporaryDirectory()
    }

    /// A text of 400 items, and the path of the items.
    static let texts: [(text: String, path: JSONPath)] = {
        let items = (1...400).map { #"{"id":\#($0),"name":"n\#($0) é\ud83d\ude00"}"# }
        return [
            ("[\(items.joined(separator: ",\n"))]", ""), (items.joined(separator: "\n"), ""),
            // The first line has two values, so the text is a sequence.
            (items.joined(separator: " ").replacing("} {\"id\":3,", with: "}\n{\"id\":3,"), ""),
            (#"{"n":1,"data":{"items":[\#(items.joined(separator: ","))]}}"#, "data.items"),
        ]
    }()

    private func parts(_ text: String, at path: JSONPath, count: Int) throws -> [InputPart] {
        let file = FilePath(try folder.file(Array(text.utf8)).path)
        var options = ReadOptions()
        options.chunkBytes = 16
        let size = text.utf8.count / count
        let whole = InputPart(of: file.string, try InputFingerprint(of: file), path: path)
        return try InputSplitter(whole, from: InputOrigin(.path(file)), options: options)
            .parts(endingNear: (1..<count).map { $0 * size })
    }

    @Importable
    struct Numbered: Equatable {
        @Key(from: .enclosing("n")) var n: Int?
        var id: Int
    }

    /// A member may stand before the first part, or after the last one.
    @Test func partsHaveNoMembersAroundRecords() throws {
        func numbers(_ part: InputPart) throws -> Set<Int?> {
            Set(try StreamImporter.objects(of: Numbered.self, from: part).collect().map(\.n))
        }
        let (text, path) = Self.texts[3]
        let parts = try parts(text, at: path, count: 2)
        for part in parts { expectError(.invalidPart) { try numbers(part) } }
        #expect(try numbers(self.parts(text, at: path, count: 1)[0]) == [1])
        // The text has no object around its records.
        let lines = try self.parts(Self.texts[1].text, at: Self.texts[1].path, count: 2)
        #expect(try numbers(lines[0]) == [nil] && numbers(lines[1]) == [nil])
    }

    @Test(arguments: texts.indices, [1, 2, 7, 64])
    func partsHaveRecordsOfWhole(index: Int, count: Int) throws {
        let (text, path) = Self.texts[index]
        let expected = try StreamImporter.objects(of: Item.self, from: text, at: path).collect()
        let parts = try parts(text, at: path, count: count)
        #expect(parts.count == count)
        for parallelism in [Parallelism.none, .cores(2)] {
            var options = ImportOptions()
            options.parallelism = parallelism
            options.segmentBytes = 300
            var (found, sum): ([Item], [Int]) = ([], [0, 0])
            for part in parts {
                let summary = try StreamImporter.objects(of: Item.self, from: part, options: options)
                    .collect(into: &found)
                sum[0] += summary.recordCount
                sum[1] += summary.textBytes
            }
            #expect(found == expected)
            #expect(sum == [400, text.utf8.count])
        }
        let decoded = try parts.flatMap {
            try StreamImporter.objects(decoding: Item.self, from: $0).collect()
        }
        #expect(decoded == expected)
    }

    @Test(arguments: texts.indices)
    func errorsHaveNumbersAndLocationsOfWhole(index: Int) throws {
        let (text, path) = Self.texts[index]
        let damaged = text.replacing("\"id\":77,", with: "\"id\":\"x\",").replacing("\"id\":333,", with: "")
        var options = ImportOptions()
        options.errorPolicy = .collect()
        options.keepsRejectedText = true
        let whole = StreamImporter.objects(
            of: Item.self, from: try folder.file(Array(damaged.utf8)), at: path, options: options)
        let expected = try whole.forEach { _ in }.rejectedRecords
        #expect(expected.map(\.number) == [77, 333])
        let found = try parts(damaged, at: path, count: 9).flatMap {
            try StreamImporter.objects(of: Item.self, from: $0, options: options).forEach { _ in }
                .rejectedRecords
        }
        #expect(found.map(\.number) == [77, 333])
        #expect(found.map(\.byteRange) == expected.map(\.byteRange))
        #expect(found.map(\.text) == expected.map(\.text))
        #expect(found.map(\.error.description) == expected.map(\.error.description))
    }

    @Test func partIsReadAsynchronously() async throws {
        let parts = try parts(Self.texts[0].text, at: "", count: 3)
        var ids: [Int] = []
        for part in parts.reversed() {
            for try await item in StreamImporter.objects(of: Item.self, from: part) { ids.append(item.id) }
        }
        #expect(ids.sorted() == Array(1...400))
    }

    @Test func manifestIsReadAsDecodableRecords() throws {
        let parts = try parts(Self.texts[1].text, at: "", count: 5)
        let lines = try parts.map { String(decoding: try JSONEncoder().encode($0), as: UTF8.self) }
        let manifest = lines.joined(separator: "\n")
        #expect(try StreamImporter.objects(decoding: InputPart.self, from: manifest).collect() == parts)
    }

    @Test func partIsReadAsArray() throws {
        let (text, path) = Self.texts[3]
        let found = try parts(text, at: path, count: 3).flatMap { try [Item](json: $0) }
        #expect(found == (try StreamImporter.objects(of: Item.self, from: text, at: path).collect()))
    }

    @Test func pathOfPartIsError() throws {
        let part = try parts(Self.texts[3].text, at: "data.items", count: 2)[1]
        for path: JSONPath in ["data.items", "n"] {
            expectError(.invalidPath) {
                try StreamImporter.objects(of: Item.self, from: part, at: path).collect()
            }
            expectError(.invalidPath) {
                try StreamImporter.objects(decoding: Item.self, from: part, at: path).makeIterator().next()
            }
            let error = #expect(throws: ImportError.self) {
                try StreamImporter.read(part) { $0.each(Item.self, at: path) { _ in } }
            }
            #expect(
                error?.description == """
                    expected no path for a part, because its records are at $.data.items; import it with \
                    objects(of:from:), without a path
                    """)
        }
    }

    @Test func partAsOneValueIsError() throws {
        let part = try parts(Self.texts[0].text, at: "", count: 1)[0]
        expectError(.invalidPart) { try Item(json: part) }
        var item = Item(id: 1)
        expectError(.invalidPart) { try item.update(from: part) }
        #expect(item == Item(id: 1))
    }

    @Test func changedFileIsError() throws {
        let part = try parts(Self.texts[0].text, at: "", count: 2)[1]
        _ = try folder.file(Array("[]".utf8))
        let records = StreamImporter.objects(of: Item.self, from: part)
        expectError(.inputChanged) { try records.collect() }
    }

    @Test func invalidPartIsError() throws {
        var part = try parts(Self.texts[0].text, at: "", count: 2)[1]
        part.firstRecord = 0
        let records = StreamImporter.objects(of: Item.self, from: part)
        expectError(.invalidPart) { try records.collect() }
    }
}
