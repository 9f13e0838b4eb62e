import StreamImport
import Testing

/// Values that are nested deeper than the default limit.
@Suite struct DeepValueTests {
    @Importable
    struct Box {
        var value: JSONValue
        var id: Int
    }

    /// A depth that fits the 8 MiB stack of an asynchronous iteration's thread, with 1 KiB for each level, as
    /// `maximumDepth` documents.
    private let depth = 7_500

    private var options: ImportOptions {
        var options = ImportOptions()
        options.maximumDepth = depth + 10
        options.errorPolicy = .skip()
        return options
    }

    private func box(id: String) -> String {
        let openingBrackets = String(repeating: "[", count: depth)
        let closingBrackets = String(repeating: "]", count: depth)
        return #"{"value":\#(openingBrackets)\#(closingBrackets),"id":\#(id)}"#
    }

    @Test func rejectedDeepValueIsDeinitializedOnThreadOfIteration() async throws {
        let text = "[\(box(id: "0.5")),{\"value\":1,\"id\":1}]"
        var ids: [Int] = []
        let records = StreamImporter.objects(of: Box.self, from: text, options: options)
        for try await record in records { ids.append(record.id) }
        #expect(ids == [1])
    }

    @Test func truncatedDeepValueIsDeinitializedOnThreadOfIteration() async throws {
        let text = "[" + box(id: "1").dropLast(2)
        let records = StreamImporter.objects(of: Box.self, from: text, options: options)
        await #expect(throws: ImportError.self) { for try await _ in records {} }
    }
}
