/// Memory for values whose type is known only as a metatype. It is reused, and grows on demand.
@safe
struct ValueMemory {
    /// The largest alignment that Swift gives a type, in bytes.
    static let alignment = 16

    private(set) var start: UnsafeMutableRawPointer?
    private(set) var size = 0

    init() {}

    /// Makes room for at least `size` bytes. What was in the memory is lost.
    mutating func reserve(_ size: Int) {
        guard size > self.size else { return }
        free()
        // SAFETY: freed by `free()`.
        unsafe start = .allocate(byteCount: size, alignment: Self.alignment)
        self.size = size
    }

    /// Makes room for at least `size` bytes; `move` takes what is in the old memory to the new.
    mutating func grow(
        to size: Int, move: (UnsafeMutableRawPointer, UnsafeMutableRawPointer) -> Void
    ) {
        var larger = ValueMemory()
        larger.reserve(max(size, self.size * 2, 256))
        // SAFETY: the larger memory has room for all that is in this one.
        if let start = unsafe start, let new = unsafe larger.start { unsafe move(start, new) }
        free()
        self = larger
    }

    mutating func free() {
        // SAFETY: allocated by `reserve`, and forgotten here.
        unsafe start?.deallocate()
        unsafe start = nil
        size = 0
    }
}
