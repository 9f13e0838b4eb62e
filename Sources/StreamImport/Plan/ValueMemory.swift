/// Reusable memory for values whose type is known only as a metatype. It grows on demand.
@safe
struct ValueMemory {
    /// The largest alignment that Swift gives a type, in bytes.
    static let alignment = 16

    private(set) var start: UnsafeMutableRawPointer?
    private(set) var size = 0

    init() {}

    /// Reserves at least `size` bytes. The old content is lost if the memory grows.
    mutating func reserve(_ size: Int) {
        guard size > self.size else { return }
        free()
        // SAFETY: `free()` deallocates the memory.
        unsafe start = .allocate(byteCount: size, alignment: Self.alignment)
        self.size = size
    }

    /// Reserves at least `size` bytes. `move` moves the content from the old memory to the new.
    mutating func grow(
        to size: Int, move: (UnsafeMutableRawPointer, UnsafeMutableRawPointer) -> Void
    ) {
        var larger = ValueMemory()
        larger.reserve(max(size, self.size * 2, 256))
        // SAFETY: the larger memory has room for the whole content of this one.
        if let start = unsafe start, let new = unsafe larger.start { unsafe move(start, new) }
        free()
        self = larger
    }

    mutating func free() {
        // SAFETY: `reserve` has allocated the memory. The owner does not use addresses in the memory again.
        unsafe start?.deallocate()
        unsafe start = nil
        size = 0
    }
}
