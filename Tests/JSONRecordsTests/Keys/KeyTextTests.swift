import Testing

@testable import JSONRecords

/// Keys are equal if their bytes are equal. Each byte affects the hash.
@Suite struct KeyTextTests {
    private func withKey<Result>(_ bytes: [UInt8], _ body: (KeyText) -> Result) -> Result {
        // SAFETY: `withUnsafeBufferPointer` keeps the bytes valid for the call.
        unsafe bytes.withUnsafeBufferPointer { unsafe body(KeyText($0)) }
    }

    @Test(arguments: 0...40)
    func keyEqualsOnlyKeyWithSameBytes(count: Int) {
        let bytes = (0..<count).map { UInt8(97 + $0 % 26) }
        withKey(bytes) { key in
            let hash = key.hash(seed: 1)
            withKey(bytes) { #expect(key.isSpelled(like: $0) && hash == $0.hash(seed: 1)) }
            withKey(bytes + [0]) { #expect(!key.isSpelled(like: $0) && hash != $0.hash(seed: 1)) }
            for index in bytes.indices {
                var changedBytes = bytes
                changedBytes[index] ^= 1
                withKey(changedBytes) { #expect(!key.isSpelled(like: $0) && hash != $0.hash(seed: 1)) }
            }
        }
    }

    @Test func missingKeyEqualsOnlyItself() {
        withKey([]) { #expect(!KeyText.none.isSpelled(like: $0)) }
        #expect(KeyText.none.isSpelled(like: .none))
    }

    @Test func copyOfMissingKeyHasEmptyText() {
        let copy = KeyText.none.copied()
        #expect(copy.text == "")
        copy.free()
    }

    /// A lookup compares a key with the keys in one bucket. An evenly distributed hash needs 1.5 comparisons on
    /// average. The test allows 2.
    @Test(arguments: [
        // Long keys that differ only in the middle, at several distances from the ends.
        "prefix--%--suffix", "prefix--========%========--suffix", "======================%==================",
        // Short keys, and keys that differ at one end.
        "%", "key%", "%key", "k%y", "ididididid%", "%ididididid",
    ])
    func hashDistributesSimilarKeysEvenly(pattern: String) {
        let (keyCount, bucketCount) = (4096, 4096)
        for seed: UInt64 in [0, 1, 0x7F12_3456_7890] {
            var occupancy = Array(repeating: 0, count: bucketCount)
            for number in 0..<keyCount {
                let key = pattern.replacing("%", with: String(number, radix: 36))
                withKey(Array(key.utf8)) {
                    occupancy[Int($0.hash(seed: seed) & UInt64(bucketCount - 1))] += 1
                }
            }
            let comparisons = occupancy.reduce(0) { $0 + $1 * ($1 + 1) / 2 }
            #expect(comparisons < 2 * keyCount)
            #expect(occupancy.allSatisfy { $0 <= 12 })
        }
    }
}
