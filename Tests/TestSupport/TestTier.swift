internal import Foundation

/// How much of its inputs a test reads: a sample in the quick tier, which is the default, and all of them in the full tier,
/// with `FULL_TESTS=1`. Every test runs in both tiers.
package enum TestTier {
    package static let isFull = ProcessInfo.processInfo.environment["FULL_TESTS"] == "1"

    /// The seed of the samples. `TEST_SEED` sets the seed, in hexadecimal digits; the default is the commit of the checkout,
    /// so that the samples of many commits together cover all inputs.
    package static let seed: UInt64 = {
        let text = ProcessInfo.processInfo.environment["TEST_SEED"] ?? commit() ?? "0"
        FileHandle.standardError.write(Data("TEST_SEED=\(text) repeats the samples of this run.\n".utf8))
        return UInt64(text, radix: 16) ?? 0
    }()

    /// Returns the number of repetitions, seeds or elements in this tier.
    package static func count(_ quick: Int, full: Int) -> Int { isFull ? full : quick }

    /// The setting of the environment that repeats the samples of this run.
    package static var repetition: String { "TEST_SEED=\(String(seed, radix: 16))" }

    /// Returns `count` elements in their order; all elements in the full tier. The seed, the call's line and `text` choose the
    /// elements.
    package static func sample<Element>(
        _ elements: some Sequence<Element>, count: Int, of text: [UInt8] = [], line: Int = #line
    ) -> [Element] {
        let elements = Array(elements)
        guard !isFull, count < elements.count else { return elements }
        let hash = text.prefix(4096).reduce(UInt64(line)) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        var random = Random(seed: seed &+ hash)
        return elements.indices.shuffled(using: &random).prefix(count).sorted().map { elements[$0] }
    }

    /// Returns the first eight digits of the commit that is checked out; `nil` without Git.
    private static func commit() -> String? {
        let output = Pipe()
        let git = Process()
        git.executableURL = URL(filePath: "/usr/bin/env")
        git.arguments = ["git", "rev-parse", "--short=8", "HEAD"]
        git.currentDirectoryURL = URL(filePath: #filePath).deletingLastPathComponent()
        git.standardOutput = output
        git.standardError = FileHandle.nullDevice
        guard (try? git.run()) != nil else { return nil }
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        git.waitUntilExit()
        return git.terminationStatus == 0 ? text.trimmingCharacters(in: .newlines) : nil
    }
}
