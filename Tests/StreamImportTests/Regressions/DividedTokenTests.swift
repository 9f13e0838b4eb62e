import StreamImport
import Testing

/// If a segment was shorter than the first read of the input, and that read ended in a string, the search for boundaries
/// could begin in the string. If it began within a character, the import failed.
@Suite struct DividedTokenTests {
    @Test(arguments: [
        #"["ſſſſſſſſſ"]"#, #"[{"firſtName":1},{"firſtName":2}]"#, #"["x","],[,","\",日本語,\"",[],"日本語"]"#,
    ])
    func tokenDividedByReadsIsReadOnce(text: String) throws {
        let expected = try records(of: text, ImportOptions())
        for segmentBytes in 1...text.utf8.count {
            for chunkBytes in 1...text.utf8.count {
                var options = ImportOptions()
                options.parallelism = .cores(2)
                options.segmentBytes = segmentBytes
                options.chunkBytes = chunkBytes
                #expect(try records(of: text, options) == expected, "\(segmentBytes), \(chunkBytes)")
            }
        }
    }

    private func records(of text: String, _ options: ImportOptions) throws -> [JSONValue] {
        try StreamImporter.objects(of: JSONValue.self, from: Array(text.utf8), options: options).collect()
    }
}
