/// Finds keys by their bytes: a hash table that is at most half full, and grows.
struct KeyIndex {
    private var keys: Pinned<KeyText>
    private(set) var count = 0
    private var capacity: Int
    /// For each hash the index of a key, or -1.
    private var buckets: Pinned<Int32>
    private var bucketCount: Int

    /// - Parameter capacity: how many keys there is room for before the table grows.
    init(capacity: Int) {
        self.capacity = max(capacity, 4)
        bucketCount = Self.bucketCount(for: self.capacity)
        buckets = Pinned(repeating: -1, count: bucketCount)
        keys = Pinned(capacity: self.capacity)
    }

    private static func bucketCount(for capacity: Int) -> Int {
        var count = 8
        while count < capacity * 2 { count *= 2 }
        return count
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

    /// Takes a copy of a key that is not in the table yet.
    ///
    /// - Returns: its number.
    @discardableResult
    mutating func insert(_ key: KeyText) -> Int {
        if count == capacity { grow() }
        (keys + count).initialize(to: key.copied())
        enter(count)
        count += 1
        return count - 1
    }

    private func enter(_ index: Int) {
        var bucket = keys[index].hash & (bucketCount - 1)
        while buckets[bucket] >= 0 { bucket = (bucket + 1) & (bucketCount - 1) }
        buckets[bucket] = Int32(index)
    }

    private mutating func grow() {
        let larger = Pinned<KeyText>(capacity: capacity * 2)
        for index in 0..<count { (larger + index).initialize(to: keys[index]) }
        keys.free(count: count)
        buckets.free(count: bucketCount)
        capacity *= 2
        bucketCount = Self.bucketCount(for: capacity)
        keys = larger
        buckets = Pinned(repeating: -1, count: bucketCount)
        for index in 0..<count { enter(index) }
    }
}
