import DumpProfile
import JSONRecords
import Testing

/// Profiles of texts.
enum Profiles {
    static let chunkSizes = [1, 2, 3, 7, 31, 4096]
    /// Numbers of threads, and sizes of segments.
    static let divisions = [(2, 1), (3, 7), (8, 20), (2, 300)]

    /// Returns the profile of a text. Requires the profiles of all chunk sizes, and of all divisions into parts, to be equal.
    static func of(
        _ text: String, at path: JSONPath = JSONPath(), limits: ProfileLimits = ProfileLimits(),
        collectsDistributions: Bool = false, chunkSizes: [Int] = chunkSizes,
        divisions: [(Int, Int)] = divisions
    ) throws -> Profile {
        func profile(_ change: (inout ReadOptions) -> Void) throws -> Profile {
            var options = ReadOptions()
            change(&options)
            let input = RecordInput(InputOrigin(.text(text)), at: path, options: options)
            return try DumpProfiler.profile(
                of: input, limits: limits, collectsDistributions: collectsDistributions)
        }
        var profiles = try chunkSizes.map { size in try profile { $0.chunkBytes = size } }
        profiles += try divisions.map { threads, segmentBytes in
            try profile {
                $0.parallelism = .cores(threads)
                $0.segmentBytes = segmentBytes
            }
        }
        #expect(Set(profiles.map { ProfileReport($0).json }).count == 1)
        #expect(Set(profiles.map { $0.paths.map(\.values.distribution) }).count == 1)
        return profiles[0]
    }
}
