import FixtureGenerator
import Foundation
import SystemPackage

/// The file that the contenders of a workload read: one array of records.
public struct Dump: Sendable {
    /// The path of the file. The file exists after `prepare(for:)`.
    public let path: FilePath

    private let fixture: Fixture
    private let megabytes: Int

    /// Creates the dump of a workload. Its size in MB is `BENCH_MEGABYTES`, or 100.
    package init(_ workload: Fixture.Workload) {
        fixture = Fixture(workload: workload)
        megabytes = ProcessInfo.processInfo.environment["BENCH_MEGABYTES"].flatMap { Int($0) } ?? 100
        // SwiftPM's sandbox lets a benchmark write to the temporary directory.
        let directory = FilePath(FileManager.default.temporaryDirectory.path)
        path = directory.appending("stream-importer-\(workload.rawValue)-\(megabytes)MB.json")
    }

    /// The path of the file as a URL.
    public var url: URL { URL(filePath: path.string) }

    /// Reads the whole file into memory.
    public func data() throws -> Data {
        try Data(contentsOf: URL(filePath: path.string))
    }

    /// Returns the reference. Generates the file and the reference first if one of them does not exist or is older than
    /// this program.
    package func prepare(for type: (some Summable).Type) throws -> Reference {
        let referencePath = FilePath(path.string + ".reference")
        if isCurrent(referencePath), isCurrent(path) {
            let data = try Data(contentsOf: URL(filePath: referencePath.string))
            return try JSONDecoder().decode(Reference.self, from: data)
        }
        let records = try writeFile()
        let reference = try Reference(of: fixture, records: records, type: type)
        try JSONEncoder().encode(reference).write(to: URL(filePath: referencePath.string), options: .atomic)
        return reference
    }

    private func writeFile() throws -> Int {
        let file = try FileDescriptor.open(
            path, .writeOnly, options: [.create, .truncate], permissions: .ownerReadWrite)
        return try file.closeAfter {
            try fixture.write(.bytes(megabytes * 1_000_000)) { _ = try file.writeAll($0) }.records
        }
    }

    private func isCurrent(_ path: FilePath) -> Bool {
        guard let program = Bundle.main.executablePath, let built = Self.modificationDate(program) else {
            return false
        }
        return Self.modificationDate(path.string).map { $0 > built } ?? false
    }

    private static func modificationDate(_ path: String) -> Date? {
        try? FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
    }
}
