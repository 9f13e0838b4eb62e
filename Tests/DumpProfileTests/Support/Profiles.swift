import DumpProfile
import JSONRecords
import Testing

/// Profiles of texts.
enum Profiles {
    private static let chunkSizes = [1, 2, 3, 7, 31, 4096]

    /// Returns the profile of a text. Requires the profiles of all chunk sizes to be equal.
    static func of(
        _ text: String, at path: JSONPath = JSONPath(), limits: ProfileLimits = ProfileLimits(),
        collectsDistributions: Bool = false
    ) throws -> Profile {
        let profiles = try chunkSizes.map { size in
            var options = ReadOptions()
            options.chunkBytes = size
            let profiler = DumpProfiler(limits: limits, collectsDistributions: collectsDistributions)
            try RecordInput(InputOrigin(.text(text)), at: path, options: options).read(into: profiler)
            return profiler.profile
        }
        #expect(Set(profiles.map { ProfileReport($0).json }).count == 1)
        #expect(Set(profiles.map { $0.paths.map(\.values.distribution) }).count == 1)
        return profiles[0]
    }
}
