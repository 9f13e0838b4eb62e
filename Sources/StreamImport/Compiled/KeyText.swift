/// A key of the input, in a form that compares fast. Borrows its bytes.
///
/// The first and the last eight bytes are kept as numbers, which is all of most keys: comparing them costs a
/// third of a call to memcmp.
@safe
struct KeyText {
    let bytes: UnsafePointer<UInt8>
    let count: Int
    private let head: UInt64
    private let tail: UInt64

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        // An empty key has no address; any will do, as none of its bytes is looked at.
        unsafe self.init(bytes.baseAddress ?? UnsafePointer(bitPattern: 1)!, count: bytes.count)
    }

    /// - Parameter bytes: `count` bytes that outlive this value.
    @inline(__always)
    init(_ bytes: UnsafePointer<UInt8>, count: Int) {
        unsafe self.bytes = bytes
        self.count = count
        // SAFETY: each load lies inside of the `count` bytes.
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

    @inline(__always)
    func isSpelled(like other: KeyText) -> Bool {
        guard head == other.head, tail == other.tail, count == other.count else { return false }
        // SAFETY: both have `count` bytes, of which head and tail cover the outer sixteen. Words rather than a
        // call to memcmp, because most keys of more than sixteen bytes have less than thirty-two.
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

    /// The same for bytes that need not become a `KeyText` to be told apart from this one.
    @inline(__always)
    func isSpelled(_ other: UnsafePointer<UInt8>, _ otherCount: Int) -> Bool {
        guard count == otherCount else { return false }
        return unsafe isSpelled(like: KeyText(other, count: otherCount))
    }

    var hash: Int {
        var mixed = (head &* 0x9E37_79B9_7F4A_7C15) ^ (tail &* 0xC2B2_AE3D_27D4_EB4F)
        mixed ^= UInt64(truncatingIfNeeded: count) &* 0x1656_67B1_9E37_79F9
        mixed ^= mixed >> 32
        return Int(truncatingIfNeeded: (mixed &* 0x9E37_79B9_7F4A_7C15) >> 33)
    }

    /// The byte at a place, which is less than `count`.
    subscript(index: Int) -> UInt8 {
        // SAFETY: as promised to the initialiser.
        unsafe bytes[index]
    }

    var text: String {
        guard count > 0 else { return "" }
        // SAFETY: as promised to the initialiser.
        return unsafe String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
    }

    /// A key that is spelled like no other.
    static var none: KeyText {
        // SAFETY: the byte is never looked at, because no key has a negative count.
        unsafe KeyText(UnsafePointer(UnsafeMutablePointer<UInt8>.allocate(capacity: 1)), count: -1)
    }

    /// The same key with bytes of its own, which live until ``free()``.
    func copied() -> KeyText {
        // SAFETY: the copy has room for `count` bytes.
        let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: max(count, 1))
        unsafe copy.initialize(from: bytes, count: count)
        return unsafe KeyText(copy, count: count)
    }

    /// A key with bytes of its own, which live until ``free()``.
    init(copying text: String) {
        var text = text
        // SAFETY: the bytes are copied before the call returns.
        self = text.withUTF8 { unsafe KeyText($0).copied() }
    }

    /// Frees the bytes of a key that was copied or is ``none``.
    func free() {
        unsafe bytes.deallocate()
    }
}
