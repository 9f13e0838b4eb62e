import Foundation

/// The measurements of one contender.
struct Measurement {
    let workload: String
    let contender: String

    /// The median wall-clock time of the runs.
    let seconds: Double

    /// The peak memory of the contender's process, in megabytes.
    let peakMegabytes: Double?

    let runs: Int

    /// Reads the output of `swift package benchmark --format histogramSamples` from a directory. The directory has a
    /// file for each workload, contender and metric. The file's name contains these three in this order, separated by
    /// dots. The first line of a file is a heading; each other line is a sample, in the units that `Suite` sets.
    static func read(from directory: URL) throws -> [Measurement] {
        let files = try FileManager.default.contentsOfDirectory(
            at: directory, includingPropertiesForKeys: nil)
        return try files.compactMap { file in
            let parts = file.lastPathComponent.split(separator: ".").map(String.init)
            guard parts.count > 4, parts[3] == "wallClock" else { return nil }
            let times = try samples(in: file)
            guard let microseconds = median(times) else { return nil }
            let memoryName = file.lastPathComponent.replacing(".wallClock.", with: ".peakMemoryResident.")
            let peak = try samples(in: directory.appending(path: memoryName)).max()
            return Measurement(
                workload: parts[1], contender: parts[2], seconds: microseconds / 1_000_000,
                peakMegabytes: peak, runs: times.count)
        }
    }

    private static func samples(in file: URL) throws -> [Double] {
        try String(contentsOf: file, encoding: .utf8).split(separator: "\n").dropFirst().compactMap {
            Double($0)
        }
    }

    private static func median(_ samples: [Double]) -> Double? {
        guard !samples.isEmpty else { return nil }
        let sorted = samples.sorted()
        let middle = sorted.count / 2
        return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
    }
}
