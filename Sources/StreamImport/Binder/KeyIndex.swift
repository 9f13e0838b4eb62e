/// Finds keys by their bytes: a hash table that is at most half full.
struct KeyIndex {
    private let keys: Pinned<KeyText>
    private(set) var count = 0
    let capacity: Int
    /// For each hash the index of a key, or -1.
    private let buckets: Pinned<Int32>
    private let bucketCount: Int

    init(capacity: Int) {
        self.capacity = capacity
        var bucketCount = 64
        while bucketCount < capacity * 2 { bucketCount *= 2 }
        self.bucketCount = bucketCount
        buckets = Pinned(repeating: -1, count: bucketCount)
        keys = Pinned(capacity: capacity)
    }

    func free() {
        for index in 0..<count { keys[index].free() }
        keys.free(count: count)
        buckets.free(count: bucketCount)
    }

    subscript(index: Int) -> KeyText { keys[index] }

    /// The number of a key, counted in the order in which they were inserted.
    func find(_ key: KeyText) -> Int? {
        var bucket = key.hash & (bucketCount - 1)
        while buckets[bucket] >= 0 {
            let index = Int(buckets[bucket])
            if keys[index].isSpelled(like: key) { return index }
            bucket = (bucket + 1) & (bucketCount - 1)
        }
        return nil
    }

    /// Takes a copy of a key that is not in the table yet; `nil` if the table is full.
    mutating func insert(_ key: KeyText) -> Int? {
        guard count < capacity else { return nil }
        var bucket = key.hash & (bucketCount - 1)
        while buckets[bucket] >= 0 { bucket = (bucket + 1) & (bucketCount - 1) }
        buckets[bucket] = Int32(count)
        (keys + count).initialize(to: key.copied())
        count += 1
        return count - 1
    }
}
