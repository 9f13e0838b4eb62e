import Foundation
import StreamImport
import TestSupport
import Testing

/// Several paths of an envelope, read in one pass.
@Suite struct EnvelopeSelectionTests {
    /// An input of a text, with the sizes in which its chunks arrive.
    private enum Input: CaseIterable {
        case bytes, data, string, file, handle, chunks, asyncBytes
    }

    private static let chunkSizes = [1, 2, 3, 7, 64, 4096]

    /// The paths: `=` before a path stands for one value, and `?` for a path that is not required.
    private func read(
        _ text: String, _ paths: [String], from input: Input, chunkBytes: Int,
        _ configure: (inout ImportOptions) -> Void
    ) async throws -> [String] {
        let log = SelectionLog()
        let selectPaths = { (selections: inout EnvelopeSelections) in
            for spelling in paths {
                let path = try JSONPath(spelling.trimmingCharacters(in: ["=", "?"]))
                let isRequired = !spelling.contains("?")
                let body = { (value: JSONValue) in log.lines.append("\(spelling) \(try json(value))") }
                if spelling.contains("=") {
                    selections.value(JSONValue.self, at: path, isRequired: isRequired, body)
                } else {
                    selections.each(JSONValue.self, at: path, isRequired: isRequired, body)
                }
            }
        }
        var options = ImportOptions()
        options.chunkBytes = chunkBytes
        configure(&options)
        do {
            let summary = try await read(text, input, options, selectPaths)
            log.lines += zip(paths, summary.summaries).map { "\($0) has \($1.counts)" }
            #expect(summary.total.recordCount == summary.summaries.reduce(0) { $0 + $1.recordCount })
            #expect(summary.total.rejectedCount == summary.summaries.reduce(0) { $0 + $1.rejectedCount })
            #expect(summary.total.textBytes == text.utf8.count)
            let offsets = summary.total.rejectedRecords.map(\.byteRange.lowerBound)
            #expect(offsets == offsets.sorted())
        } catch let error as ImportError {
            // Only a file has a name.
            let message = error.description
            log.lines.append(error.input.map { String(message.dropFirst($0.count + 2)) } ?? message)
        }
        return log.lines
    }

    private func json(_ value: JSONValue) throws -> String {
        String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
    }

    private func read(
        _ text: String, _ input: Input, _ options: ImportOptions,
        _ select: (inout EnvelopeSelections) throws -> Void
    ) async throws -> EnvelopeSummary {
        let bytes = Array(text.utf8)
        switch input {
        case .bytes: return try StreamImporter.read(bytes, options: options, select)
        case .data: return try StreamImporter.read(Data(bytes), options: options, select)
        case .string: return try StreamImporter.read(text, options: options, select)
        case .file, .handle:
            let directory = try TemporaryDirectory()
            let file = try directory.file(bytes)
            if input == .file { return try StreamImporter.read(file, options: options, select) }
            let handle = try FileHandle(forReadingFrom: file)
            return try StreamImporter.read(handle, options: options, select)
        case .chunks:
            let chunks = Pieces(pieces: bytes.pieces(of: options.chunkBytes))
            return try await StreamImporter.read(chunks, options: options, select)
        case .asyncBytes:
            return try await StreamImporter.read(Pieces(pieces: bytes), options: options, select)
        }
    }

    /// Returns the log of an import, which must be equal for all inputs and all sizes of chunks.
    private func log(
        _ text: String, _ paths: [String], sourceLocation: Testing.SourceLocation = #_sourceLocation,
        _ configure: (inout ImportOptions) -> Void = { _ in }
    ) async throws -> [String] {
        let expected = try await read(text, paths, from: .bytes, chunkBytes: 1 << 18, configure)
        for input in Input.allCases {
            for size in Self.chunkSizes {
                let found = try await read(text, paths, from: input, chunkBytes: size, configure)
                #expect(found == expected, "\(input), \(size)", sourceLocation: sourceLocation)
            }
        }
        return expected
    }

    // MARK: - Values

    @Test(arguments: [
        // The order of the calls is that of the text, not that of the paths.
        (#"{"b":[1],"n":7,"a":[2,3]}"#, ["a", "=n", "b"], ["b 1", "=n 7", "a 2", "a 3"]),
        // Members before, between and after the arrays, with the same keys in other places.
        (
            #"{"x":{"a":[9],"b":[[8]]},"a":[{"a":[1]}],"s":"a","b":[[2],3],"y":[{"b":[7]}]}"#, ["a", "b"],
            [#"a {"a":[1]}"#, "b [2]", "b 3"]
        ),
        // Shared beginnings.
        (
            #"{"data":{"n":1,"u":[2],"m":{"r":[3]}},"u":[4]}"#, ["data.u", "data.m.r", "=data.n", "u"],
            [
                "=data.n 1", "data.u 2", "data.m.r 3", "u 4",
            ]
        ),
        // Empty arrays, and an array as one value.
        (#"{"a":[],"t":["x","y"],"b":[]}"#, ["a", "=t", "b"], [#"=t ["x","y"]"#]),
        (#"{"t":[],"a":[[]]}"#, ["=t", "a"], ["=t []", "a []"]),
        // An object or a scalar at the path of records is a record.
        (#"{"a":{"i":1},"b":2}"#, ["a", "b"], [#"a {"i":1}"#, "b 2"]),
        (#"{"a":null,"b":"","c":true}"#, ["=a", "=b", "=c"], ["=a null", #"=b """#, "=c true"]),
        // A key that occurs twice.
        (
            #"{"a":[1],"b":[2],"a":[3],"n":1,"n":2}"#, ["a", "b", "=n"],
            ["a 1", "b 2", "a 3", "=n 1", "=n 2"]
        ),
        // Wildcards.
        (
            #"{"pages":[{"next":2,"items":[1,2]},{"items":[],"next":3},{"items":[4]}]}"#,
            ["pages[*].items", "=pages[*].next"],
            [
                "=pages[*].next 2", "pages[*].items 1", "pages[*].items 2", "=pages[*].next 3",
                "pages[*].items 4",
            ]
        ),
        (
            #"{"users":{"total":1,"results":[1]},"repos":{"results":[2],"total":2}}"#,
            ["*.results", "=users.total"],
            ["=users.total 1", "*.results 1", "*.results 2"]
        ),
        // A key and an index before a wildcard take another path than the other members.
        (#"{"a":{"y":[1],"x":[2]},"b":{"x":[3]}}"#, ["a.y", "*.x"], ["a.y 1", "*.x 2", "*.x 3"]),
        (
            #"[{"y":1,"x":2},{"x":3,"y":4}]"#, ["=[0].y", "=[*].x", "=/1/y"],
            [
                "=[0].y 1", "=[*].x 2", "=[*].x 3", "=/1/y 4",
            ]
        ),
        // The number in a pointer is a key or an index.
        (#"{"a":{"0":[1],"1":[5]},"b":[[2],[3]]}"#, ["/a/0", "/b/1"], ["/a/0 1", "/b/1 3"]),
        (
            #"{"a":[{"i":1},{"i":2}],"b":[{"i":3}]}"#, ["=a[*].i", "b[*]"],
            ["=a[*].i 1", "=a[*].i 2", #"b[*] {"i":3}"#]
        ),
        // Keys with escapes.
        (#"{"\u0061":[1],"b\"":[2]}"#, ["a", #"$["b\""]"#], ["a 1", #"$["b\""] 2"#]),
    ])
    func valuesArriveInOrderOfText(text: String, paths: [String], calls: [String]) async throws {
        let log = try await log(text, paths)
        #expect(log.filter { !$0.contains(" has ") } == calls)
        #expect(log.count { $0.contains(" has ") } == paths.count)
    }

    /// A line that is not valid JSON counts as a record of the path that was read last.
    @Test func eachLineMayBeEnvelope() async throws {
        let text = "{\"a\":[1],\"n\":1}\n{\"n\":2,\"a\":[2]}\n{\"a\":[3],\"n\":\n{\"n\":4}\n"
        let log = try await log(text, ["a", "=n"]) {
            $0.format = .lines
            $0.errorPolicy = .collect()
        }
        #expect(
            log == [
                "a 1", "=n 1", "=n 2", "a 2", "a 3", "=n 4", "a has 3 of 4 [\"#4 $.n 32..<45\"]",
                "=n has 3 of 3 []",
            ])
    }

    // MARK: - Missing paths

    @Test(arguments: [
        (#"{"a":[1]}"#, ["a", "b"], "$.b"), (#"{"a":[1]}"#, ["c", "a", "=b"], "$.c"),
        ("{}", ["a", "b"], "$.a"),
        ("[]", ["a", "b"], "$.a"), (#"{"a":[{"x":1}],"b":[]}"#, ["=a[*].y", "b"], "$.a[*].y"),
        (#"{"a":{"b":1},"c":{}}"#, ["a.b", "a.c"], "$.a.c"), ("7", ["?a", "b"], "$.b"),
    ])
    func missingPathIsNamed(text: String, paths: [String], missing: String) async throws {
        let log = try await log(text, paths)
        #expect(log.last == "\(missing): expected a value at \(missing), found none")
    }

    @Test(arguments: [
        (#"{"a":[1]}"#, ["a", "?b", "?=c"]), ("{}", ["?a", "?=n"]), (#"{"a":[]}"#, ["=a[*].x", "a[*].y"]),
        (#"{"a":[{}],"b":{}}"#, ["?a[*].x", "b.*"]),
    ])
    func missingOptionalPathIsNoError(text: String, paths: [String]) async throws {
        let log = try await log(text, paths)
        #expect(log.count { $0.contains(" has ") } == paths.count)
    }

    // MARK: - Conflicts

    @Test(arguments: [
        (["a", "a"], "$.a and $.a"), (["a", "=a"], "$.a and $.a"), (["a[0].b", "a"], "$.a[0].b and $.a"),
        (["x", "a", "a.b.c"], "$.a and $.a.b.c"), (["*", "a"], "$[*] and $.a"),
        (["*.results", "data.results"], "$[*].results and $.data.results"),
        (["a[*].b", "*[0].b"], "$.a[*].b and $[*][0].b"),
        (["/a/0", "a[0]"], "$.a.0 and $.a[0]"), (["a", "$"], "$.a and $"), (["*.a", "x"], "$[*].a and $.x"),
    ])
    func conflictingPathsAreNamed(paths: [String], names: String) async throws {
        let log = try await log(#"{"a":[1]}"#, paths)
        #expect(log.count == 1)
        #expect(log[0].contains("the paths \(names) can lead"))
    }

    @Test func selectionOfNoPathIsError() {
        expectError(.invalidPath) { try StreamImporter.read("[]") { _ in } }
    }

    @Test func malformedPathIsError() {
        expectError(.invalidPath) {
            try StreamImporter.read("[]") { $0.each(Int.self, at: "a[") { _ in } }
        }
    }

    @Test func truncatedTextReportsPath() async throws {
        let text = #"{"a":[{"i":1},{"i":"#
        let log = try await log(text, ["b", "a"])
        #expect(
            log == [
                #"a {"i":1}"#,
                "line 1, column 20 (byte 19), record 2, $.a[1].i: "
                    + "expected the rest of the JSON value, found the end of the input; check whether the input is truncated",
            ])
    }

    // MARK: - Models

    @Test(
        .countsInstances,
        arguments: [
            #"{"a":["x",["y"]],"b":["z"]}"#, #"{"a":["x","y"],"b":["z","bad"]}"#,
            #"{"a":["x"],"b":[["y"],["z",["#,
        ])
    func allRecordsAreReleased(text: String) {
        _ = try? StreamImporter.read(text) {
            $0.each([Tag].self, at: "b") { _ in }
            $0.each(Tag.self, at: "a") { _ in }
        }
        _ = try? StreamImporter.read(text) {
            $0.each(Tag.self, at: "b") { _ in }
            $0.value([Tag].self, at: "a") { _ in }
        }
    }

    @Test func mismatchesAndUnknownKeysAreListedForEachPath() throws {
        var options = ImportOptions()
        options.mismatches = .skipValue
        options.unknownKeys = .report
        let text = #"{"a":[{"id":1,"x":2}],"b":[{"id":1,"x":2},{"id":2,"name":[]}]}"#
        let summary = try StreamImporter.read(text) {
            $0.each(NamedModel.self, at: "a", options: options) { _ in }
            $0.each(NamedModel.self, at: "b", options: options) { _ in }
        }
        #expect(summary.summaries.map(\.mismatchCount) == [0, 1])
        #expect(summary["b"]?.mismatches.map { "\($0.record) \($0.error.path!)" } == ["2 $.b[1].name"])
        #expect(summary.summaries.map { $0.unknownKeys.map(\.key) } == [["x"], ["x"]])
        #expect(summary.total.unknownKeys.map(\.key) == ["x"])
        #expect(summary.total.mismatchCount == 1)
    }
}

@Importable
private struct NamedModel {
    let id: Int
    let name: String?
}
