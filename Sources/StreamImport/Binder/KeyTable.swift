/// The keys of one type as they are spelled in the input, each with the slot it means.
///
/// Keys come in the same order in record after record, so each spelling remembers which one followed it last
/// time. A guess costs three comparisons; a wrong one costs a probe of a hash table. Spellings that mean
/// nothing are remembered as well, up to a limit, because most dumps have more keys than their models.
struct KeyTable {
    /// A key as it was spelled.
    struct Spelling {
        let key: KeyText
        /// The slot the key means; negative if none.
        let slot: Int
        /// The spelling that is expected next.
        var next: Int
    }

    /// How many spellings without a slot are remembered. A dump whose every record has new keys neither grows
    /// the table nor slows it down.
    private static let unknownLimit = 1000

    let spellings: Pinned<Spelling>
    /// The spelling that is expected first in an object.
    var first = 0
    private(set) var count = 0
    private let capacity: Int
    /// For each hash the index of a spelling, or -1; at most half full.
    private let buckets: Pinned<Int32>
    private let bucketCount: Int

    /// - Parameter names: the key of each slot, in the slots' order.
    init(names: [String]) {
        capacity = names.count + Self.unknownLimit
        var bucketCount = 64
        while bucketCount < capacity * 2 { bucketCount *= 2 }
        self.bucketCount = bucketCount
        buckets = Pinned(repeating: -1, count: bucketCount)
        let nothing = [UInt8](" ".utf8)
        // Of a length that no key has, so that no key is spelled like a place that is still free.
        let filler = unsafe nothing.withUnsafeBufferPointer { unsafe KeyText($0.baseAddress!, count: -1) }
        spellings = Pinned(repeating: Spelling(key: filler, slot: -1, next: 0), count: capacity)
        for (slot, name) in names.enumerated() {
            var name = name
            name.withUTF8 { _ = remember(unsafe KeyText($0.baseAddress ?? filler.bytes, count: $0.count), slot: slot) }
        }
    }

    func free() {
        for index in 0..<count { spellings[index].key.free() }
        spellings.free(count: capacity)
        buckets.free(count: bucketCount)
    }

    /// The index of a spelling that was seen before.
    func find(_ key: KeyText) -> Int? {
        var bucket = key.hash & (bucketCount - 1)
        while buckets[bucket] >= 0 {
            let index = Int(buckets[bucket])
            if spellings[index].key.isSpelled(like: key) { return index }
            bucket = (bucket + 1) & (bucketCount - 1)
        }
        return nil
    }

    /// Remembers a spelling that is not in the table yet; `nil` if the table is full.
    mutating func remember(_ key: KeyText, slot: Int) -> Int? {
        guard count < capacity else { return nil }
        var bucket = key.hash & (bucketCount - 1)
        while buckets[bucket] >= 0 { bucket = (bucket + 1) & (bucketCount - 1) }
        buckets[bucket] = Int32(count)
        spellings[count] = Spelling(key: key.copied(), slot: slot, next: count + 1 < capacity ? count + 1 : 0)
        defer { count += 1 }
        return count
    }
}
