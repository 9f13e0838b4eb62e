/// A growing hash table that numbers keys, and finds the number of a key by its bytes and by its parent.
///
/// A parent is any number that the caller chooses, usually the number of another key. A flat table uses 0.
///
/// New numbers are assigned from 0 upwards. After a removal, an insertion first reuses the free number that was released
/// last. So if the last keys are removed in reverse order of insertion, the next insertions get the same numbers.
package struct KeyIndex {
    private struct Entry {
        var key: KeyText
        var parent: Int32
        /// The number of the next entry in the same bucket, or in the list of removed entries; -1 at the end.
        var next: Int32 = -1
    }

    private var entries: PinnedArray<Entry>
    /// The number of the first entry of each bucket; -1 for an empty bucket.
    private var buckets: PinnedArray<Int32>
    /// The number of entries that were ever in use.
    private var used = 0
    /// The number of the first entry in the list of removed entries; -1 if the list is empty.
    private var firstFree: Int32 = -1
    /// The number of keys.
    package private(set) var count = 0

    /// - Parameter capacity: the minimum number of keys that fit before the table grows.
    package init(capacity: Int) {
        // Both arrays have the same size, a power of two.
        var size = 4
        while size < capacity { size *= 2 }
        entries = PinnedArray(count: size)
        buckets = PinnedArray(repeating: -1, count: size)
    }

    /// Frees the keys and the table. Called once, by the owner.
    package func free() {
        for number in 0..<used { entries[number].key.free() }
        entries.free(initialized: used)
        buckets.free()
    }

    /// The key with a number. Its bytes are valid until the key is removed.
    package subscript(number: Int) -> KeyText { entries[number].key }

    /// Returns the number of a key; `nil` if the parent does not have the key.
    ///
    /// - Complexity: O(*n*) for a key of *n* bytes, on average.
    package func find(_ key: KeyText, in parent: Int = 0) -> Int? {
        let parent = Int32(parent)
        var number = buckets[bucket(of: key, in: parent)]
        while number >= 0 {
            let entry = entries.pinned(Int(number))
            if entry.value.parent == parent, entry.value.key.isSpelled(like: key) { return Int(number) }
            number = entry.value.next
        }
        return nil
    }

    /// Inserts a copy of a key that the parent does not have yet. Several keys of a parent may be ``KeyText/none``.
    ///
    /// - Returns: the number of the key.
    /// - Complexity: O(*n*) for a key of *n* bytes, amortized.
    @discardableResult
    package mutating func insert(_ key: KeyText, in parent: Int = 0) -> Int {
        let number = vacantNumber()
        entries.pinned(number).initialize(to: Entry(key: key.copied(), parent: Int32(parent)))
        count += 1
        link(number)
        return number
    }

    /// Removes the key with a number.
    package mutating func remove(_ number: Int) {
        unlink(number)
        entries[number].key.free()
        entries[number].key = .none
        entries[number].next = firstFree
        firstFree = Int32(number)
        count -= 1
    }

    /// Moves the key with a number to another parent, which must not have the key yet.
    package func move(_ number: Int, to parent: Int) {
        unlink(number)
        entries[number].parent = Int32(parent)
        link(number)
    }

    private mutating func vacantNumber() -> Int {
        if firstFree >= 0 {
            let number = Int(firstFree)
            firstFree = entries[number].next
            return number
        }
        if used == entries.count { grow() }
        used += 1
        return used - 1
    }

    private mutating func grow() {
        entries.grow(to: entries.count * 2, moving: used)
        buckets.free()
        buckets = PinnedArray(repeating: -1, count: entries.count)
        // The table grows only when no number is vacant, so each entry is in use.
        for number in 0..<used { link(number) }
    }

    // MARK: - Buckets

    private func link(_ number: Int) {
        let bucket = bucket(of: entries[number].key, in: entries[number].parent)
        entries[number].next = buckets[bucket]
        buckets[bucket] = Int32(number)
    }

    private func unlink(_ number: Int) {
        let bucket = bucket(of: entries[number].key, in: entries[number].parent)
        guard Int(buckets[bucket]) != number else {
            buckets[bucket] = entries[number].next
            return
        }
        var previous = Int(buckets[bucket])
        while previous >= 0, Int(entries[previous].next) != number { previous = Int(entries[previous].next) }
        precondition(previous >= 0, "the table does not contain the key")
        entries[previous].next = entries[number].next
    }

    /// Returns the bucket of a key. The seed of the hash is the address of the buckets: the author of an input does not
    /// know it, and so cannot choose keys that share a bucket.
    private func bucket(of key: KeyText, in parent: Int32) -> Int {
        let seed = UInt64(buckets.addressBits) ^ UInt64(truncatingIfNeeded: parent) << 32
        return Int(truncatingIfNeeded: key.hash(seed: seed)) & (buckets.count - 1)
    }
}
