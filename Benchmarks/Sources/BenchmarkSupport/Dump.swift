import FixtureGenerator
import Foundation
import SystemPackage

/// The file that the contenders of a workload read: one array of records.
public struct Dump: Sendable {
    /// Where the file is, once it was prepared.
    public let path: FilePath

    private let fixture: Fixture
    private let megabytes: Int

    /// The dump of a workload, as large as `BENCH_MEGABYTES` says, or 100 MB.
    init(_ workload: Fixture.Workload) {
        fixture = Fixture(workload: workload)
        megabytes = ProcessInfo.processInfo.environment["BENCH_MEGABYTES"].flatMap { Int($0) } ?? 100
        // The temporary directory is one that SwiftPM's sandbox lets a benchmark write to.
        let directory = FilePath(FileManager.default.temporaryDirectory.path)
        path = directory.appending("stream-importer-\(workload.rawValue)-\(megabytes)MB.json")
    }

    /// The same place as a URL.
    public var url: URL { URL(filePath: path.string) }

    /// The whole file in memory.
    public func data() throws -> Data {
        try Data(contentsOf: URL(filePath: path.string))
    }

    /// Makes the file and its reference if there are none, or if they are older than this program.
    func prepare(adding add: (JSONObject, inout Checksum) -> Void) throws -> Reference {
        let referencePath = FilePath(path.string + ".reference")
        if isCurrent(referencePath), isCurrent(path) {
            let data = try Data(contentsOf: URL(filePath: referencePath.string))
            return try JSONDecoder().decode(Reference.self, from: data)
        }
        let records = try writeFile()
        let reference = try Reference(of: fixture, records: records, adding: add)
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
