import Foundation
import StreamImport
import Testing

/// The lifetimes of decoded models, and of the bytes that a decoder gets.
@Suite struct DecoderLifetimeTests {
    /// A class whose live instances are counted.
    private final class Leaf: Decodable {
        static let countKey = CodingUserInfoKey(rawValue: "count")!

        let id: Int
        private let count: LiveCount?

        init(from decoder: any Decoder) throws {
            id = try decoder.singleValueContainer().decode(Int.self)
            count = decoder.userInfo[Self.countKey] as? LiveCount
            count?.increment()
        }

        deinit { count?.decrement() }
    }

    @Test(
        .countsInstances,
        arguments: [
            "[1,2,3]", "1 2 3", "1 2 true", "1 2 3true", "[1,2,3", "[1,2,x]", "1\n2\n3\n", #"["a","b"]"#,
            "[1,[2],3]",
        ])
    func everyModelIsReleased(_ text: String) {
        let decoder = JSONDecoder()
        decoder.userInfo[Leaf.countKey] = LiveCount.current
        for chunkBytes in [1, 3, 1000] {
            for parallelism in [Parallelism.none, .cores(2)] {
                var options = ImportOptions()
                options.chunkBytes = chunkBytes
                options.parallelism = parallelism
                options.segmentBytes = 2
                let records = StreamImporter.objects(
                    decoding: Leaf.self, from: text, options: options, using: decoder)
                let iterator = records.makeIterator()
                _ = try? iterator.next()
                _ = try? records.collect()
                _ = try? records.forEach { if $0.id == 2 { throw CancellationError() } }
            }
        }
    }

    /// A value that keeps the decoder, and decodes the record later.
    private struct Lazy: Decodable {
        let decoder: any Decoder

        init(from decoder: any Decoder) throws { self.decoder = decoder }
    }

    @Test func decoderThatModelKeepsOutlivesRecord() throws {
        var options = ImportOptions()
        options.chunkBytes = 16
        let text = (0..<100).map { "{\"id\":\($0),\"name\":\"name \($0)\"}" }.joined(separator: ",")
        let records = try StreamImporter.objects(decoding: Lazy.self, from: "[\(text)]", options: options)
            .collect()
        let users = try records.map { try DecodableModels.User(from: $0.decoder) }
        #expect(users.map(\.id) == Array(0..<100))
        #expect(users.map(\.name) == (0..<100).map { "name \($0)" })
    }

    /// A decoder that keeps the data of all records.
    private final class Recorder: JSONDecoder, @unchecked Sendable {
        var texts: [Data] = []

        override func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
            texts.append(data)
            return try super.decode(type, from: data)
        }
    }

    @Test func dataThatDecoderKeepsOutlivesRecord() throws {
        var options = ImportOptions()
        options.chunkBytes = 5
        options.format = .lines
        let recorder = Recorder()
        let texts = (0..<100).map { "[\($0), \"\(String(repeating: "x", count: $0))\" ]" }
        try StreamImporter.objects(
            decoding: SkippedItem.self, from: texts.joined(separator: "\n"), options: options, using: recorder
        ).forEach { _ in }
        #expect(recorder.texts.map { String(decoding: $0, as: UTF8.self) } == texts)
    }

    private struct SkippedItem: Decodable { init(from decoder: any Decoder) {} }

    /// A model that asks for the next record while it is decoded.
    private struct Reentrant: Decodable {
        nonisolated(unsafe) static var iterator: ImportIterator<Reentrant>?

        init(from decoder: any Decoder) throws { _ = try unsafe Self.iterator?.next() }
    }

    @Test func iteratorInInitializerIsError() throws {
        let iterator = StreamImporter.objects(decoding: Reentrant.self, from: "[1]").makeIterator()
        unsafe Reentrant.iterator = iterator
        defer { unsafe Reentrant.iterator = nil }
        expectError(.iteratorInUse) { try iterator.next() }
    }
}
