/// The limits of what a profile keeps of a dump.
package struct ProfileLimits: Sendable {
    /// The maximum number of key paths: 10,000 by default. The members at further paths are counted, but not profiled.
    package var maximumPaths = 10_000

    /// The maximum average number of bytes of a path, over `maximumPaths` paths: 512 by default. The bytes of a path
    /// are those of its keys. The limit bounds memory: members beyond it are counted, but not profiled.
    package var bytesPerPath = 512

    /// The maximum number of bytes of a key: 1,024 by default. Members with longer keys are counted, but not profiled.
    package var maximumKeyBytes = 1024

    /// The maximum number of different keys of the objects at one path: 200 by default. When a further key occurs, the
    /// profile checks whether the keys are data.
    package var maximumKeys = 200

    /// The maximum nesting depth of profiled arrays and objects: 24 by default.
    package var maximumDepth = 24

    /// The minimum number of keys for a check of full profiles: when there is no room for more paths, the profile
    /// checks whether the keys of objects with at least this number of keys are data.
    var minimumDictionaryKeys: Int { min(20, maximumKeys) }

    var maximumPathBytes: Int {
        let (bytes, isTooGreat) = bytesPerPath.multipliedReportingOverflow(by: maximumPaths)
        return isTooGreat ? .max : bytes
    }

    // MARK: - Cases

    // The counts of the cases take about 1 MB for each candidate, and 16 MB for all candidates, at most.

    /// The maximum number of string members of the first record that may be discriminators.
    static let maximumCandidates = 16

    /// The maximum number of values of a discriminator. A member with more values is not a discriminator.
    static let maximumCases = 64

    /// The maximum number of bytes of a value of a discriminator. A member with a longer value is not a discriminator.
    static let maximumCaseBytes = 64

    /// The maximum number of paths of the records with each value of a discriminator, added up for all its values. A
    /// member whose values have more paths is not a discriminator.
    static let maximumCasePaths = 8192

    // MARK: - Distributions

    // A distribution takes about 8 KB at most: 2 KB for histograms, 4 KB for counters, and 2 KB for their values.

    /// The maximum number of bins of a histogram, a power of two.
    static let maximumBins = 64

    /// The maximum number of different values of a path that are counted. If there are more, the least frequent values
    /// are removed, and the counts of the others are lower bounds.
    static let maximumCountedValues = 128

    /// The maximum number of bytes of the counted values of a path.
    static let maximumCountedBytes = 2048

    /// The maximum number of bytes of a counted value. Longer values are not among the most frequent ones.
    static let maximumCountedValueBytes = 96

    /// The maximum number of examples of a path.
    static let maximumExamples = 3

    package init() {}
}
