import Testing

/// An import that ends before its first row creates no database.
@Suite struct RejectedImportTests {
    @Test(arguments: [
        ("missing", ""), (".", ""), ("dump", "<html>"), ("dump", "BZh91AY"), ("dump", "{\"a\":}"),
        ("dump", "\u{0}"),
        ("dump", ""), ("dump", "x"), ("dump", "[1]"), ("dump", "[{}]"), ("dump", "[{\"a\":1]"),
    ])
    func importWithoutRowsCreatesNoDatabase(input: String, text: String) throws {
        let folder = try TemporaryDirectory(["dump": text])
        let outcome = try Program.run(["import", input, "--into", "db", "--table", "t"], in: folder)
        #expect([65, 66].contains(outcome.status))
        #expect(!folder.has("db"), "\(outcome.messages)")
    }

    @Test func rejectedStandardInputCreatesNoDatabase() throws {
        let folder = try TemporaryDirectory()
        let outcome = try Program.run("import - --into db", in: folder, input: Array("<html>".utf8))
        #expect(outcome.status == 65)
        #expect(!folder.has("db"), "\(outcome.messages)")
    }
}
