import Foundation
import RecordInvariants
import Testing

/// The inputs with which `make fuzz` starts `fuzz-records`.
@Suite struct CorpusTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Fixtures/fuzz/records", directoryHint: .isDirectory).standardizedFileURL
    private static let inputs = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []

    @Test(arguments: inputs)
    func corpusRecordsAreEqualForAllChunkSizes(name: String) throws {
        let input = try Data(contentsOf: Self.folder.appending(path: name))
        #expect(recordDifference(of: Array(input)) == nil)
    }

    @Test func corpusHasMoreThanFiftyInputs() {
        #expect(Self.inputs.count > 50)
    }
}
