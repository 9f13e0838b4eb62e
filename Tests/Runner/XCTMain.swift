import Testing

/// Runs the tests of all targets. With this file, SwiftPM does not search the index of the sources for tests in the form of
/// XCTest, so a build need not write the index. On macOS, SwiftPM needs neither.
@main enum Runner {
    static func main() async { await Testing.__swiftPMEntryPoint() as Never }
}
