import Foundation
import StreamImport

/// Reads a dump of repositories, and prints those with the most stars, and how long it took.
@main
enum TopRepositories {
    static func main() {
        guard CommandLine.arguments.count == 2 else { exit("usage: top-repositories FILE", 64) }
        do {
            try run(URL(filePath: CommandLine.arguments[1]))
        } catch {
            exit("\(error)", 65)
        }
    }

    private static func run(_ file: URL) throws {
        let memoryBefore = PeakMemory.bytes
        var top = Ranking<Repository>(limit: 10) { $0.stars > $1.stars }
        var summary = ImportSummary?.none
        let time = try ContinuousClock().measure {
            summary = try StreamImporter.objects(of: Repository.self, from: file).forEach { top.offer($0) }
        }
        guard let summary else { return }
        print(table(top.elements).text + "\n")
        print(report(file, summary, seconds: time / .seconds(1), memoryBefore: memoryBefore))
    }

    private static func table(_ repositories: [Repository]) -> Table {
        var table = Table(columns: [
            ("stars", .right), ("forks", .right), ("repository", .left), ("owner", .left),
            ("language", .left),
            ("license", .left), ("last push", .left),
        ])
        for repository in repositories {
            table.rows.append([
                repository.stars.grouped, repository.forks.grouped, repository.fullName,
                repository.owner.kind.rawValue.lowercased(), repository.language ?? "–",
                repository.license ?? "–",
                repository.pushedAt.formatted(.iso8601.year().month().day()),
            ])
        }
        return table
    }

    private static func report(
        _ file: URL, _ summary: ImportSummary, seconds: Double, memoryBefore: Int
    ) -> String {
        func rate(_ count: Int) -> Int { Int(Double(count) / max(seconds, 1e-9)) }
        func tenths(_ value: Double) -> String { String(format: "%.1f", value) }
        let megabytes = tenths(Double(summary.textBytes) / 1e6)
        let compressed = tenths(Double(summary.bytesRead) / 1e6)
        let memory = PeakMemory.bytes
        return """
            \(summary.records.grouped) objects from \(megabytes) MB of JSON (\(compressed) MB on disk) \
            in \(String(format: "%.2f", seconds)) s
            \(rate(summary.records).grouped) objects/s, \(rate(summary.textBytes) / 1_000_000) MB/s of JSON, \
            peak memory \(tenths(Double(memory) / 1e6)) MB (\(tenths(Double(memoryBefore) / 1e6)) MB before the import)
            """
    }

    private static func exit(_ message: String, _ status: Int32) -> Never {
        try? FileHandle.standardError.write(contentsOf: Data((message + "\n").utf8))
        Foundation.exit(status)
    }
}
