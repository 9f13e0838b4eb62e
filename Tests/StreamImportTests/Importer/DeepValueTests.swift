import StreamImport
import Testing

/// Values that are nested deeper than the default limit.
@Suite struct DeepValueTests {
    @Importable
    struct Box {
        var value: JSONValue
        var id: Int
    }

    /// The depth for which the stack of an asynchronous iteration's thread is large enough, as `maximumDepth` documents.
    private let depth = 7_500

    private var options: ImportOptions {
        var options = ImportOptions()
        options.maximumDepth = depth + 10
        options.errorPolicy = .skip()
        return options
    }

    private func box(id: String) -> String {
        let (start, end) = (String(repeating: "[", count: depth), String(repeating: "]", count: depth))
        return #"{"value":\#(start)\#(end),"id":\#(id)}"#
    }

    @Test func rejectedDeepValueIsDeinitializedInTheBackground() async throws {
        let text = "[\(box(id: "0.5")),{\"value\":1,\"id\":1}]"
        var ids: [Int] = []
        let records = StreamImporter.objects(of: Box.self, from: text, options: options)
        for try await record in records { ids.append(record.id) }
        #expect(ids == [1])
    }

    @Test func truncatedDeepValueIsDeinitializedInTheBackground() async throws {
        let text = "[" + box(id: "1").dropLast(2)
        let records = StreamImporter.objects(of: Box.self, from: text, options: options)
        await #expect(throws: ImportError.self) { for try await _ in records {} }
    }
}
