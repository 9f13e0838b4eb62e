/// How much of a dump a profile keeps.
package struct ProfileLimits: Sendable {
    /// How many key paths are kept. 10,000 by default. What comes under others is counted, and not looked at.
    package var maximumPaths = 10_000

    /// How many bytes a path may have, on average of as many as are kept: of the keys that it consists of. 512 by default,
    /// so that memory is bounded. What comes under others is counted as if there were too many paths.
    package var bytesPerPath = 512

    /// How many bytes a key may have. 1,024 by default. What comes under longer ones is counted as well.
    package var maximumKeyBytes = 1024

    /// How many keys an object at one place may have before it is asked whether they are data. 200 by default.
    package var maximumKeys = 200

    /// How deep arrays and objects are looked into. 24 levels by default.
    package var maximumDepth = 24

    /// How many keys make an object worth asking where there is no room for more paths.
    var minimumDictionaryKeys: Int { min(20, maximumKeys) }

    /// How many bytes all paths may have.
    var maximumPathBytes: Int {
        let (bytes, isTooGreat) = bytesPerPath.multipliedReportingOverflow(by: maximumPaths)
        return isTooGreat ? .max : bytes
    }

    /// The defaults.
    package init() {}
}
