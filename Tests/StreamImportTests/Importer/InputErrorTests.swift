import StreamImport
import SystemPackage
import TestSupport
import Testing

/// Errors that a sequence of chunks throws.
@Suite struct InputErrorTests {
    @Importable
    struct Point {
        var x: Int
    }

    private struct Stop: Error {}

    /// Chunks that end with an error.
    private struct EndedChunks: AsyncSequence, AsyncIteratorProtocol {
        var chunks: ArraySlice<[UInt8]>
        var error: any Error & Sendable

        mutating func next() async throws -> [UInt8]? {
            guard let chunk = chunks.popFirst() else { throw error }
            return chunk
        }

        func makeAsyncIterator() -> Self { self }
    }

    @Test(arguments: [
        ([], "line 1, column 1 (byte 0), $: reading failed after 0 bytes: Stop()"),
        // The first byte may be one of a compressed format.
        (["["], "line 1, column 2 (byte 1), $: reading failed after 1 bytes: Stop()"),
        (["{"], "line 1, column 2 (byte 1), $: reading failed after 1 bytes: Stop()"),
        (["P", "*"], "line 1, column 3 (byte 2), $: reading failed after 2 bytes: Stop()"),
        (
            ["[{\"x\":1},\n", #"{"x":"#],
            "line 2, column 6 (byte 15), record 2, $[1].x: reading failed after 15 bytes: Stop()"
        ),
        (
            ["{\"x\":1}\n{\"x\":2}\n", #"{"x":34"#],
            "line 3, column 8 (byte 23), record 3, $.x: reading failed after 23 bytes: Stop()"
        ),
        (["[]"], "line 1, column 3 (byte 2), $: reading failed after 2 bytes: Stop()"),
    ])
    func errorNamesEndOfText(chunks: [String], description: String) async {
        let error = await error(of: chunks.map { Array($0.utf8) }, Stop())
        #expect(error?.description == description)
        #expect(error?.code == .readFailed && error?.cause is Stop)
    }

    @Test(arguments: 1...10)
    func locationDoesNotDependOnChunks(size: Int) async {
        let text = Array("[{\"x\":1},\n{\"x\":2},\n{\"x\"".utf8)
        let error = await error(of: text.pieces(of: size).map(Array.init), Stop())
        #expect(error?.location?.offset == 23 && error?.record == 3)
    }

    @Test func errorInCompressedInputCountsCompressedBytes() async {
        let text = Array("[{\"x\":1},\n{\"x\":2}]".utf8)
        let compressed = Compressed.gzip(text)
        let error = await error(of: [compressed.dropLast(8)].map(Array.init), Stop())
        #expect(error?.message == "reading failed after \(compressed.count - 8) bytes: Stop()")
        #expect(error?.location?.offset == text.count)
    }

    @Test func systemErrorIsReadable() async {
        let error = await error(of: [], Errno.badFileDescriptor)
        #expect(
            error?.message
                == "reading failed after 0 bytes: the file handle is closed, or not open for reading")
    }

    @Test func cancellationErrorIsUnchanged() async {
        let chunks = EndedChunks(chunks: [Array("[{".utf8)], error: CancellationError())
        await #expect(throws: CancellationError.self) {
            try await StreamImporter.objects(of: Point.self, from: chunks).collect()
        }
    }

    private func error(of chunks: [[UInt8]], _ error: any Error & Sendable) async -> ImportError? {
        let points = StreamImporter.objects(
            of: Point.self, from: EndedChunks(chunks: chunks[...], error: error))
        return await #expect(throws: ImportError.self) { try await points.collect() }
    }
}
