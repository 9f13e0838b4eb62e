import Foundation

/// A program that prints a comparison of the contenders: `ratios DIRECTORY`. The directory contains the samples that
/// the benchmarks exported.
@main
struct Ratios {
    static func main() throws {
        guard CommandLine.arguments.count == 2 else {
            FileHandle.standardError.write(Data("usage: ratios DIRECTORY\n".utf8))
            exit(64)
        }
        let measurements = try Measurement.read(from: URL(filePath: CommandLine.arguments[1]))
        let megabytes = ProcessInfo.processInfo.environment["BENCH_MEGABYTES"].flatMap(Double.init) ?? 100
        var table = Table(
            header: ["workload", "contender", "ms", "MB/s", "× baseline", "× JSONDecoder", "peak MB", "runs"])
        for (workload, group) in Dictionary(grouping: measurements, by: \.workload).sorted(by: {
            $0.key < $1.key
        }) {
            for measurement in group.sorted(by: { $0.seconds < $1.seconds }) {
                table.add([
                    workload,
                    measurement.contender,
                    format(measurement.seconds * 1_000, decimals: 0),
                    format(megabytes / measurement.seconds, decimals: 1),
                    ratio(measurement, to: "Baseline", in: group),
                    ratio(measurement, to: "JSONDecoder", in: group),
                    measurement.peakMegabytes.map { format($0, decimals: 0) } ?? "",
                    "\(measurement.runs)",
                ])
            }
        }
        print(table.text)
    }

    /// Returns how many times as fast the measured contender is as the contender `name`.
    private static func ratio(_ measurement: Measurement, to name: String, in group: [Measurement]) -> String
    {
        guard let reference = group.first(where: { $0.contender == name }) else { return "" }
        return format(reference.seconds / measurement.seconds, decimals: 2)
    }

    private static func format(_ value: Double, decimals: Int) -> String {
        String(format: "%.\(decimals)f", value)
    }
}
