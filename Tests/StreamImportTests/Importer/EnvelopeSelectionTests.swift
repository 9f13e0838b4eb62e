import Foundation
import StreamImport
import TestSupport
import Testing

/// Several paths of an envelope, read in one pass.
@Suite struct EnvelopeSelectionTests {
    /// The calls of the functions, the error and the counts of an import, as lines.
    private final class Log {
        var lines: [String] = []
    }

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
        let log = Log()
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
            log.lines += zip(paths, summary.summaries).map { "\($0) has \(counts($1))" }
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

    private func counts(_ summary: ImportSummary) -> String {
        let rejected = summary.rejectedRecords.map {
            "#\($0.number) \($0.error.path?.description ?? "") \($0.byteRange)"
        }
        return "\(summary.recordCount) of \(summary.recordCount + summary.rejectedCount) \(rejected)"
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
        let error = #expect(throws: ImportError.self) { try StreamImporter.read("[]") { _ in } }
        #expect(error?.code == .invalidPath)
    }

    @Test func malformedPathIsError() {
        let error = #expect(throws: ImportError.self) {
            try StreamImporter.read("[]") { $0.each(Int.self, at: "a[") { _ in } }
        }
        #expect(error?.code == .invalidPath)
    }

    // MARK: - Errors

    private static let numbers = #"{"n":[1,"x",3],"s":["a",2,"b",null],"m":[true]}"#

    /// Reads numbers, strings and a number.
    private func readNumbers(
        _ text: String, _ policy: ErrorPolicy, chunkBytes: Int
    ) throws -> (log: [String], summary: EnvelopeSummary) {
        let log = Log()
        var options = ImportOptions()
        options.chunkBytes = chunkBytes
        options.errorPolicy = policy
        options.keepsRejectedText = true
        var strings = ImportOptions()
        strings.coercion = .strict
        let summary = try StreamImporter.read(text, options: options) {
            $0.each(Int.self, at: "n") { log.lines.append("n \($0)") }
            $0.each(String.self, at: "s", options: strings) { log.lines.append("s \($0)") }
            $0.each(Int.self, at: "m", options: strings) { log.lines.append("m \($0)") }
        }
        return (log.lines, summary)
    }

    @Test(arguments: chunkSizes)
    func rejectedRecordHasNumberAndPathOfItsArray(chunkBytes: Int) throws {
        let (log, summary) = try readNumbers(Self.numbers, .collect(), chunkBytes: chunkBytes)
        #expect(log == ["n 1", "n 3", "s a", "s b"])
        let rejected = summary.total.rejectedRecords.map {
            "\($0.number) \($0.error.record!) \($0.error.path!) \($0.error.location!.offset) \($0.text!)"
        }
        #expect(
            rejected == [
                "2 2 $.n[1] 8 \"x\"", "2 2 $.s[1] 24 2", "4 4 $.s[3] 30 null", "1 1 $.m[0] 41 true",
            ])
        #expect(summary["n"]?.rejectedCount == 1)
        #expect(summary["s"]?.rejectedRecords.map(\.number) == [2, 4])
        #expect(summary["m"]?.recordCount == 0)
        #expect(summary["x"] == nil)
    }

    @Test(arguments: chunkSizes)
    func limitOfRejectedRecordsHoldsForAllPaths(chunkBytes: Int) throws {
        #expect(
            try readNumbers(Self.numbers, .skip(limit: 4), chunkBytes: chunkBytes).summary.total.rejectedCount
                == 4)
        let error = #expect(throws: ImportError.self) {
            try readNumbers(Self.numbers, .skip(limit: 3), chunkBytes: chunkBytes)
        }
        #expect(error?.code == .tooManyRejected)
        #expect(error?.path == "$.m[0]")
    }

    @Test func errorOfFunctionEndsImportAndIsRethrown() {
        var calls = 0
        #expect(throws: CancellationError.self) {
            try StreamImporter.read(#"{"a":[1,2],"b":[3]}"#) {
                $0.each(Int.self, at: "a") { _ in calls += 1 }
                $0.each(Int.self, at: "b") { _ in throw CancellationError() }
            }
        }
        #expect(calls == 2)
    }

    @Test func errorOfSelectionIsRethrown() {
        #expect(throws: CancellationError.self) {
            try StreamImporter.read("{}") { _ in throw CancellationError() }
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

    /// Each truncation of a text is an error at its end, whatever the sizes of the chunks.
    @Test func eachTruncatedTextIsError() throws {
        let text = #"{"p":[{"a":[{"k":"v"}],"n":1.5},{"n":"é","a":[[]]}],"t":[true]}"#
        for count in 1..<text.utf8.count
        where String(validating: text.utf8.prefix(count), as: UTF8.self) != nil {
            let logs = Set(
                Self.chunkSizes.map { size in
                    var options = ImportOptions()
                    options.chunkBytes = size
                    let log = Log()
                    do {
                        try StreamImporter.read(Array(text.utf8.prefix(count)), options: options) {
                            $0.each(JSONValue.self, at: "p[*].a") { log.lines.append("a \($0)") }
                            $0.value(JSONValue.self, at: "p[*].n") { log.lines.append("n \($0)") }
                            $0.value(JSONValue.self, at: "t") { log.lines.append("t \($0)") }
                        }
                    } catch { log.lines.append("\(error)") }
                    return log.lines
                })
            #expect(logs.count == 1, "\(count): \(logs)")
            #expect(logs.first?.last?.contains("byte \(count)") == true, "\(count): \(logs)")
        }
    }

    /// Texts with random errors have the same outcome for all sizes of chunks, and no incomplete record is delivered.
    @Test(arguments: [ErrorPolicy.fail, .collect()])
    func corruptTextHasSameOutcomeForAllChunkSizes(policy: ErrorPolicy) throws {
        let text = Array(
            #"{"p":[{"a":[{"k":"v\u00e9"},2],"n":1.5},{"n":"é","a":[[]]}],"t":[true],"p":{"a":[3]}}"#.utf8)
        let bytes = Array("{}[],:\"\\0n \n".utf8) + [0xFF, 0xC3, 0x00]
        var random = Random(seed: 11)
        for _ in 0..<500 {
            var corrupt = text
            for _ in 0..<Int.random(in: 1...2, using: &random) {
                let index = corrupt.indices.randomElement(using: &random)!
                switch Int.random(in: 0...2, using: &random) {
                case 0: corrupt[index] = bytes.randomElement(using: &random)!
                case 1: corrupt.insert(bytes.randomElement(using: &random)!, at: index)
                default: corrupt.remove(at: index)
                }
            }
            let logs = Set([1, 2, 5, 4096].map { corruptLog(corrupt, policy, chunkBytes: $0) })
            #expect(logs.count == 1, "\(String(decoding: corrupt, as: UTF8.self)): \(logs)")
        }
    }

    private func corruptLog(_ text: [UInt8], _ policy: ErrorPolicy, chunkBytes: Int) -> [String] {
        var options = ImportOptions()
        options.chunkBytes = chunkBytes
        options.errorPolicy = policy
        options.maximumDepth = 6
        let log = Log()
        do {
            let summary = try StreamImporter.read(text, options: options) {
                $0.each(JSONValue.self, at: "p[*].a") { log.lines.append("a \($0)") }
                $0.value(Double.self, at: "p[*].n", isRequired: false) { log.lines.append("n \($0)") }
                $0.value([Bool].self, at: "t", isRequired: false) { log.lines.append("t \($0)") }
            }
            log.lines += summary.summaries.map(counts)
        } catch { log.lines.append("\(error)") }
        return log.lines
    }

    // MARK: - Models

    @Test(
        .serialized,
        arguments: [
            #"{"a":["x",["y"]],"b":["z"]}"#, #"{"a":["x","y"],"b":["z","bad"]}"#,
            #"{"a":["x"],"b":[["y"],["z",["#,
        ])
    func allRecordsAreReleased(text: String) {
        _ = try? StreamImporter.read(text) {
            $0.each([Tag<SelectedTagOwner>].self, at: "b") { _ in }
            $0.each(Tag<SelectedTagOwner>.self, at: "a") { _ in }
        }
        _ = try? StreamImporter.read(text) {
            $0.each(Tag<SelectedTagOwner>.self, at: "b") { _ in }
            $0.value([Tag<SelectedTagOwner>].self, at: "a") { _ in }
        }
        #expect(SelectedTagOwner.liveCount.count == 0)
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

    // MARK: - Comparison with single imports

    /// Reads random envelopes with random paths, and compares the records of each path with an import of that path alone.
    @Test func eachPathReadsSameRecordsAsImportOfItsOwn() throws {
        var generator = Random(seed: 7)
        var comparedCount = 0
        for _ in 0..<1000 {
            let text = randomValue(depth: 4, &generator)
            let paths = (0..<Int.random(in: 1...3, using: &generator)).map { _ in randomPath(&generator) }
            if try compare(text, paths, chunkBytes: Int.random(in: 1...9, using: &generator)) {
                comparedCount += 1
            }
        }
        #expect(comparedCount > 250)
    }

    /// - Returns: whether the paths do not conflict.
    private func compare(_ text: String, _ paths: [JSONPath], chunkBytes: Int) throws -> Bool {
        var options = ImportOptions()
        options.chunkBytes = chunkBytes
        options.errorPolicy = .collect()
        options.format = .json
        let log = Log()
        let summary: EnvelopeSummary
        do {
            summary = try StreamImporter.read(text, options: options) {
                for (number, path) in paths.enumerated() {
                    $0.each(Int.self, at: path, isRequired: false) { log.lines.append("\(number) \($0)") }
                }
            }
        } catch let error as ImportError where error.code == .invalidPath { return false }
        for (number, path) in paths.enumerated() {
            var records: [Int] = []
            let iterator = StreamImporter.objects(of: Int.self, from: text, at: path, options: options)
                .makeIterator()
            do {
                while let record = try iterator.next() { records.append(record) }
            } catch let error as ImportError where error.code == .pathNotFound {}
            let found = log.lines.filter { $0.hasPrefix("\(number) ") }
            #expect(found == records.map { "\(number) \($0)" }, "\(text) \(paths)")
            #expect(counts(summary.summaries[number]) == counts(iterator.summary), "\(text) \(paths)")
        }
        return true
    }

    private func randomValue(depth: Int, _ generator: inout Random) -> String {
        let count = Int.random(in: 0...4, using: &generator)
        switch depth == 0 ? 3 : Int.random(in: 0...3, using: &generator) {
        case 0, 1:
            let members = (0..<count).map { _ in
                "\"\("abc0".randomElement(using: &generator)!)\":\(randomValue(depth: depth - 1, &generator))"
            }
            return "{\(members.joined(separator: ", "))}"
        case 2:
            return
                "[\((0..<count).map { _ in randomValue(depth: depth - 1, &generator) }.joined(separator: ","))]"
        default: return ["1", "22", "\"x\"", "null", "[3,4]"].randomElement(using: &generator)!
        }
    }

    private func randomPath(_ generator: inout Random) -> JSONPath {
        let components: [JSONPath.Component] = [
            .key("a"), .key("b"), .key("c"), .key("0"), .index(0), .index(1), .wildcard,
        ]
        return JSONPath(
            (0..<Int.random(in: 1...3, using: &generator)).map { _ in
                components.randomElement(using: &generator)!
            })
    }
}

private struct SelectedTagOwner: LiveCounting {
    static let liveCount = LiveCount()
}

@Importable
private struct NamedModel {
    let id: Int
    let name: String?
}
