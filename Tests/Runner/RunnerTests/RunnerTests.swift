import Foundation
import Testing

/// What `Tests/run` does for all tests. The target is only in the package of `Tests/run`, because SwiftPM uses the file
/// `XCTMain.swift` beside a test target, with which a plain `swift test` would run no test.
@Suite struct RunnerTests {
    @Test func freedMemoryIsOverwritten() {
        let byte = ProcessInfo.processInfo.environment["MALLOC_PERTURB_"].flatMap(UInt8.init)
        #expect(byte ?? 0 != 0)
    }
}
