/// The bytes of a key, with memory of their own that is freed by hand.
@safe
struct KeyBytes {
    let start: UnsafeMutablePointer<UInt8>
    let count: Int
    let hash: UInt64

    /// - Parameter key: `count` bytes, which are copied.
    init(copying key: UnsafePointer<UInt8>, _ count: Int, hash: UInt64) {
        // SAFETY: the copy has room for `count` bytes.
        unsafe start = .allocate(capacity: max(count, 1))
        unsafe start.initialize(from: key, count: count)
        self.count = count
        self.hash = hash
    }

    /// The key of what has none.
    init() {
        // SAFETY: freed by `free`, as all are.
        unsafe start = .allocate(capacity: 1)
        count = 0
        hash = 0
    }

    func free() {
        // SAFETY: called once, by the owner.
        unsafe start.deallocate()
    }

    @inline(__always)
    func isSpelled(_ other: UnsafePointer<UInt8>, _ otherCount: Int) -> Bool {
        guard count == otherCount else { return false }
        // SAFETY: both have `count` bytes.
        var offset = 0
        while offset + 8 <= count {
            let mine = unsafe UnsafeRawPointer(start + offset).loadUnaligned(as: UInt64.self)
            let theirs = unsafe UnsafeRawPointer(other + offset).loadUnaligned(as: UInt64.self)
            guard mine == theirs else { return false }
            offset += 8
        }
        while offset < count {
            guard unsafe start[offset] == other[offset] else { return false }
            offset += 1
        }
        return true
    }

    var text: String {
        // SAFETY: the memory has `count` bytes.
        unsafe String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    /// - Parameter key: `count` bytes.
    static func hash(_ key: UnsafePointer<UInt8>, _ count: Int) -> UInt64 {
        // SAFETY: each byte is one of the `count`.
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for index in 0..<count { hash = unsafe (hash ^ UInt64(key[index])) &* 0x0000_0100_0000_01B3 }
        return hash ^ hash >> 29
    }
}
