import Testing

/// The output and the exit status of `model`.
@Suite struct ModelTests {
    private func run(_ arguments: [String], _ text: String) throws -> Program.Outcome {
        try Program.run("model", arguments + ["dump"], in: TemporaryDirectory(["dump": text]))
    }

    @Test func sourceIsWrittenToStandardOutput() throws {
        let outcome = try run(
            ["--name", "Item", "--path", "data"], "{\"data\": [{\"full_name\": \"a/b\", \"n\": null}]}")
        #expect(
            outcome.output == """
                import StreamImport

                @Importable
                struct Item {
                    let fullName: String
                    let n: JSONValue
                }

                """)
        #expect(outcome.messages.isEmpty)
        #expect(outcome.status == 0)
    }

    @Test func manyKeysWithSameValueTypeBecomeDictionary() throws {
        let outcome = try run(["--name", "Item", "--max-keys", "1"], "{\"a\": 1, \"b\": 2}")
        #expect(outcome.output == "import StreamImport\n\ntypealias Item = [String: Int]\n")
    }

    @Test(
        arguments: [
            (
                "3", "[{\"c\":1,\"user_id\":1},{\"userId\":\"x\",\"c\":2}]", "[String: JSONValue]",
                "1 member was omitted because of --max-paths or the length of the keys; "
                    + "the objects that contain them are [String: JSONValue]"
            ),
            (
                "1", "[{\"a\":1,\"b\":2}]", "[String: JSONValue]",
                "2 members were omitted because of --max-paths or the length of the keys; "
                    + "the objects that contain them are [String: JSONValue]"
            ),
            (
                "1", "[[1]]", "JSONValue",
                "some values were not profiled because of --max-paths or their nesting depth; they are JSONValue"
            ),
        ])
    func omittedMembersAndPathsAreReported(maximum: String, text: String, type: String, message: String)
        throws
    {
        let outcome = try run(["--name", "Item", "--max-paths", maximum], text)
        #expect(outcome.output == "import StreamImport\n\ntypealias Item = \(type)\n")
        #expect(outcome.messages == "dump: \(message)\n")
        #expect(outcome.status == 0)
    }

    /// The compiler would take minutes for more levels of nested types.
    @Test(arguments: [(15, true), (16, false)])
    func nestedObjectsBecomeTypesUpToDepthLimit(depth: Int, becomesTypes: Bool) throws {
        let text =
            String(repeating: "{\"a\":", count: depth + 1) + "1" + String(repeating: "}", count: depth + 1)
        let outcome = try run(["--name", "Item"], text)
        #expect(outcome.output.contains("let a: Int") == becomesTypes)
        #expect(outcome.output.contains("let a: JSONValue") == !becomesTypes)
        #expect(outcome.messages.isEmpty == becomesTypes)
    }

    @Test(
        arguments: [
            ("[{\"a\": 1}, {\"a\": tru}]", "dump, line 1, column 18 (byte 17), record 2, $[1].a: "),
            (
                #"[{"a": "\ud800"}]"#,
                "dump, line 1, column 8 (byte 7), record 1, $[0].a: a \\u escape is an unpaired surrogate"
            ),
        ])
    func invalidDumpPrintsErrorInsteadOfModel(text: String, message: String) throws {
        let outcome = try run(["--name", "Item"], text)
        #expect(outcome.output.isEmpty)
        #expect(outcome.messages.hasPrefix(message))
        #expect(outcome.status == 65)
    }
}
