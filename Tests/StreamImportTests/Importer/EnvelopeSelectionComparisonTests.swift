import StreamImport
import TestSupport
import Testing

/// The records of each path of an envelope are those of an import of that path alone.
@Suite struct EnvelopeSelectionComparisonTests {
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
        let log = SelectionLog()
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
            #expect(summary.summaries[number].counts == iterator.summary.counts, "\(text) \(paths)")
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
