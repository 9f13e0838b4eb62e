/// The version of the program.
enum Version {
    /// The version in CHANGELOG.md: that of the newest section, or of the next release while changes are unreleased.
    static let current = "0.1.0-dev"
}
