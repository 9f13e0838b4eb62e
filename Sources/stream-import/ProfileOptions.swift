import ArgumentParser
import DumpProfile

/// The options for the limits of a profile.
struct ProfileOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The maximum number of key paths. Members at further paths are only counted.",
            valueName: "count"))
    var maxPaths = ProfileLimits().maximumPaths

    @Option(
        help: ArgumentHelp(
            """
            The maximum number of keys at one path whose values are similar. If there are more, the keys are treated \
            as data.
            """,
            valueName: "count"))
    var maxKeys = ProfileLimits().maximumKeys

    func validate() throws {
        guard maxPaths > 0 else {
            throw ValidationError("--max-paths must be at least 1, found \(maxPaths).")
        }
        guard maxKeys > 0 else {
            throw ValidationError("--max-keys must be at least 1, found \(maxKeys).")
        }
    }

    var limits: ProfileLimits {
        var limits = ProfileLimits()
        limits.maximumPaths = maxPaths
        limits.maximumKeys = maxKeys
        return limits
    }
}
