import ArgumentParser
import DumpProfile

/// The options for the limits of a profile.
struct ProfileOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "How many key paths are kept. Members under others are counted only.", valueName: "count"))
    var maxPaths = ProfileLimits().maximumPaths

    @Option(
        help: ArgumentHelp(
            "How many keys an object may have, all with values alike, before the keys are taken for data.",
            valueName: "count"))
    var maxKeys = ProfileLimits().maximumKeys

    func validate() throws {
        guard maxPaths > 0 else { throw ValidationError("--max-paths must be at least 1.") }
        guard maxKeys > 0 else { throw ValidationError("--max-keys must be at least 1.") }
    }

    var limits: ProfileLimits {
        var limits = ProfileLimits()
        limits.maximumPaths = maxPaths
        limits.maximumKeys = maxKeys
        return limits
    }
}
