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

/// A key of the input, in a form that compares fast. Borrows its bytes, unless it is a copy.
///
/// The first and the last eight bytes are stored as numbers, which hold all bytes of most keys: comparing them costs a
/// third of a call to memcmp.
@safe
@usableFromInline
package struct KeyText {
    @usableFromInline package let bytes: UnsafePointer<UInt8>
    @usableFromInline package let count: Int
    @usableFromInline let head: UInt64
    @usableFromInline let tail: UInt64

    @inlinable
    package init(_ bytes: UnsafeBufferPointer<UInt8>) {
        // SAFETY: an empty buffer may have no address. Any address is valid for it, as no byte is read.
        unsafe self.init(bytes.baseAddress ?? UnsafePointer(bitPattern: 1)!, count: bytes.count)
    }

    // Without the inlining of keys, an import takes 2% more instructions (people, tweets), and `inspect` 2%.

    /// - Parameter bytes: the address of `count` bytes that outlive this value.
    @inlinable @inline(__always)
    package init(_ bytes: UnsafePointer<UInt8>, count: Int) {
        unsafe self.bytes = bytes
        self.count = count
        // SAFETY: each load lies within the `count` bytes, which the caller keeps valid.
        let raw = unsafe UnsafeRawPointer(bytes)
        if count >= 8 {
            head = unsafe raw.loadUnaligned(as: UInt64.self)
            tail = unsafe raw.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self)
        } else if count >= 4 {
            head = unsafe UInt64(raw.loadUnaligned(as: UInt32.self))
            tail = unsafe UInt64(raw.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self))
        } else if count > 0 {
            head = unsafe UInt64(bytes[0]) | UInt64(bytes[count / 2]) << 8
            tail = unsafe UInt64(bytes[count - 1])
        } else {
            head = 0
            tail = 0
        }
    }

    @inlinable @inline(__always)
    package func isSpelled(like other: KeyText) -> Bool {
        guard head == other.head, tail == other.tail, count == other.count else { return false }
        // SAFETY: both keys have `count` bytes, of which head and tail cover the outer sixteen. The loop compares the
        // other bytes by words rather than with memcmp, because most keys of more than sixteen bytes have fewer than
        // thirty-two.
        let end = count &- 8
        var offset = 8
        while offset < end {
            let mine = unsafe UnsafeRawPointer(bytes).loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            let theirs = unsafe UnsafeRawPointer(other.bytes).loadUnaligned(
                fromByteOffset: offset, as: UInt64.self)
            guard mine == theirs else { return false }
            offset &+= 8
        }
        return true
    }

    /// Returns whether the key has the given bytes. Makes a `KeyText` of the bytes only if the counts are equal.
    @inlinable @inline(__always)
    package func isSpelled(_ other: UnsafePointer<UInt8>, _ otherCount: Int) -> Bool {
        guard count == otherCount else { return false }
        // SAFETY: the caller keeps `otherCount` bytes valid for the call.
        return unsafe isSpelled(like: KeyText(other, count: otherCount))
    }

    /// The byte at an index, which is less than `count`.
    @inlinable
    package subscript(index: Int) -> UInt8 {
        // SAFETY: the initializer's caller keeps the bytes alive, and the subscript's caller keeps the index in range.
        unsafe bytes[index]
    }

    package var text: String {
        guard count > 0 else { return "" }
        // SAFETY: the initializer's caller keeps `count` bytes alive.
        return unsafe String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
    }
}

// MARK: - Ownership

extension KeyText {
    /// The placeholder for a missing key. It has no bytes, and is equal only to itself.
    package static var none: KeyText {
        // SAFETY: no byte is read, because no key has a negative count.
        unsafe KeyText(UnsafePointer(bitPattern: 1)!, count: -1)
    }

    /// Returns a copy of the key with its own bytes, which are valid until ``free()``.
    package func copied() -> KeyText {
        guard count >= 0 else { return self }
        // SAFETY: the copy has room for `count` bytes.
        let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: max(count, 1))
        unsafe copy.initialize(from: bytes, count: count)
        return unsafe KeyText(copy, count: count)
    }

    /// Creates a key with its own bytes, which are valid until ``free()``.
    package init(copying text: String) {
        var text = text
        // SAFETY: the bytes are copied before the call returns.
        self = text.withUTF8 { unsafe KeyText($0).copied() }
    }

    /// Frees the bytes of a key that was copied. ``none`` has no bytes to free.
    package func free() {
        guard count >= 0 else { return }
        // SAFETY: called once, by the owner of the copy.
        unsafe bytes.deallocate()
    }
}

// MARK: - Hashing

extension KeyText: Hashable {
    @inlinable
    package static func == (left: KeyText, right: KeyText) -> Bool { left.isSpelled(like: right) }

    @usableFromInline
    package func hash(into hasher: inout Hasher) {
        // SAFETY: the initializer's caller keeps `count` bytes alive; a missing key has none.
        unsafe hasher.combine(bytes: UnsafeRawBufferPointer(start: bytes, count: max(count, 0)))
    }

    /// Returns a hash of all bytes, eight at a time, by folded multiplication as in wyhash.
    ///
    /// Keys that differ in a few bytes in the middle must not share a hash: an input with such keys would turn each
    /// lookup into a search through all keys.
    @inline(__always)
    func hash(seed: UInt64) -> UInt64 {
        let hash = Self.foldedMultiply(
            head ^ seed, tail ^ UInt64(truncatingIfNeeded: count) ^ 0x9E37_79B9_7F4A_7C15)
        return Self.foldedMultiply(count > 16 ? middleHash(hash, seed) : hash, 0x1656_67B1_9E37_79F9)
    }

    /// Returns a hash of `hash` and the bytes that neither head nor tail covers.
    private func middleHash(_ hash: UInt64, _ seed: UInt64) -> UInt64 {
        var (hash, offset) = (hash, 8)
        while offset < count - 8 {
            // SAFETY: the word lies within the `count` bytes, which the initializer's caller keeps alive.
            let word = unsafe UnsafeRawPointer(bytes).loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            hash = Self.foldedMultiply(word ^ seed ^ 0xC2B2_AE3D_27D4_EB4F, hash ^ 0x9E37_79B9_7F4A_7C15)
            offset += 8
        }
        return hash
    }

    /// Returns the exclusive or of both halves of a product.
    @inline(__always)
    private static func foldedMultiply(_ left: UInt64, _ right: UInt64) -> UInt64 {
        let product = left.multipliedFullWidth(by: right)
        return product.high ^ product.low
    }
}

extension KeyIndex {
    /// Returns the number of the key with these bytes; `nil` if the parent does not have the key.
    func find(_ key: Span<UInt8>, in parent: Int = 0) -> Int? {
        // SAFETY: the bytes are used only during the call.
        unsafe key.withUnsafeBufferPointer { unsafe find(KeyText($0), in: parent) }
    }

    /// Adds the key with these bytes.
    mutating func insert(_ key: Span<UInt8>, in parent: Int = 0) {
        // SAFETY: the index copies the bytes.
        unsafe key.withUnsafeBufferPointer { _ = unsafe insert(KeyText($0), in: parent) }
    }
}

extension String {
    /// Calls `body` with the string as a key.
    package func withKeyText<Result>(_ body: (KeyText) throws -> Result) rethrows -> Result {
        var text = self
        // SAFETY: the bytes are valid for the call.
        return try text.withUTF8 { try unsafe body(KeyText($0)) }
    }
}
