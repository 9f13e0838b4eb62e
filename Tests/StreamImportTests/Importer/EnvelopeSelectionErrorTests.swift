import StreamImport
import TestSupport
import Testing

/// Errors in the text or in a record, if several paths of an envelope are read in one pass.
@Suite struct EnvelopeSelectionErrorTests {
    private static let chunkSizes = [1, 2, 3, 7, 64, 4096]

    private static let numbers = #"{"n":[1,"x",3],"s":["a",2,"b",null],"m":[true]}"#

    /// Reads numbers, strings and a number.
    private func readNumbers(
        _ text: String, _ policy: ErrorPolicy, chunkBytes: Int
    ) throws -> (log: [String], summary: EnvelopeSummary) {
        let log = SelectionLog()
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
        let error = expectError(.tooManyRejected) {
            try readNumbers(Self.numbers, .skip(limit: 3), chunkBytes: chunkBytes)
        }
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

    /// Each truncation of a text is an error at its end, whatever the sizes of the chunks.
    @Test func eachTruncatedTextIsError() throws {
        let text = #"{"p":[{"a":[{"k":"v"}],"n":1.5},{"n":"é","a":[[]]}],"t":[true]}"#
        for count in 1..<text.utf8.count
        where String(validating: text.utf8.prefix(count), as: UTF8.self) != nil {
            let logs = Set(
                Self.chunkSizes.map { size in
                    var options = ImportOptions()
                    options.chunkBytes = size
                    let log = SelectionLog()
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
        let log = SelectionLog()
        do {
            let summary = try StreamImporter.read(text, options: options) {
                $0.each(JSONValue.self, at: "p[*].a") { log.lines.append("a \($0)") }
                $0.value(Double.self, at: "p[*].n", isRequired: false) { log.lines.append("n \($0)") }
                $0.value([Bool].self, at: "t", isRequired: false) { log.lines.append("t \($0)") }
            }
            log.lines += summary.summaries.map(\.counts)
        } catch { log.lines.append("\(error)") }
        return log.lines
    }
}
