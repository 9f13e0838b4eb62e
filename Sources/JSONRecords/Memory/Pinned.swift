/// The address of a value that does not move until its owner frees it, such as a frame, a slot or a key table.
///
/// Every event of the input accesses such values several times. They are reached by plain pointers, because classes
/// would cost a retain, a release and an exclusivity check at each access (20% of an import).
///
/// The owner frees the memory only after the last event. Under this invariant every use is safe, hence `@safe`.
///
/// This type and everything else that every event needs is `@usableFromInline`: without it, Swift 6.3 ignores
/// `@inlinable` on `package` declarations, and an import takes 50% more instructions.
@safe
@usableFromInline
package struct Pinned<Value>: Hashable {
    @usableFromInline package let pointer: UnsafeMutablePointer<Value>

    @inlinable
    package init(_ pointer: UnsafeMutablePointer<Value>) {
        // SAFETY: the caller keeps the memory alive and initialized.
        unsafe self.pointer = pointer
    }

    /// Allocates memory, and initializes it with a value.
    @inlinable
    package init(_ value: Value) {
        self.init()
        initialize(to: value)
    }

    /// Allocates memory for a value, without initializing it.
    @inlinable
    package init() {
        // SAFETY: the owner frees the memory with `free()`.
        unsafe pointer = .allocate(capacity: 1)
    }

    /// Initializes memory that has no value.
    @inlinable
    package func initialize(to value: Value) {
        // SAFETY: the owner has allocated memory for one value, which is not initialized.
        unsafe pointer.initialize(to: value)
    }

    /// Deinitializes the value and frees the memory.
    @inlinable
    package func free() {
        deinitialize()
        // SAFETY: called once, by the owner.
        unsafe pointer.deallocate()
    }

    /// Deinitializes the value, which is not used again.
    @inlinable
    package func deinitialize() {
        // SAFETY: the owner calls this only for memory with a value.
        unsafe pointer.deinitialize(count: 1)
    }

    /// Moves the value to memory that has none. From then on, this memory has none.
    package func move(to destination: Pinned) {
        // SAFETY: the owner keeps account of which memory is initialized.
        unsafe destination.pointer.moveInitialize(from: pointer, count: 1)
    }

    @inlinable
    package var value: Value {
        // SAFETY: the owner keeps the memory alive and initialized.
        unsafeAddress { unsafe UnsafePointer(pointer) }
        nonmutating unsafeMutableAddress { unsafe pointer }
    }

    @inlinable
    package static func == (left: Pinned, right: Pinned) -> Bool {
        // SAFETY: addresses are compared, and nothing is read.
        unsafe left.pointer == right.pointer
    }

    @inlinable
    package func hash(into hasher: inout Hasher) {
        // SAFETY: the address is hashed, and nothing is read.
        unsafe hasher.combine(pointer)
    }
}

/// An array of a fixed number of values, which do not move until their owner frees them; see ``Pinned``.
///
/// Debug builds check indices.
@safe
@usableFromInline
package struct PinnedArray<Value> {
    @usableFromInline let start: UnsafeMutablePointer<Value>
    /// The number of values for which there is memory.
    @usableFromInline package let count: Int

    /// Allocates memory for `count` values, without initializing it.
    @inlinable
    package init(count: Int) {
        // SAFETY: the owner frees the memory with `free()` or `free(initialized:)`.
        unsafe start = .allocate(capacity: count)
        self.count = count
    }

    /// Allocates memory for `count` values, and initializes each with `value`.
    @inlinable
    package init(repeating value: Value, count: Int) {
        self.init(count: count)
        // SAFETY: there is room for `count` values.
        unsafe start.initialize(repeating: value, count: count)
    }

    /// Allocates memory, and initializes it with the values of an array.
    @inlinable
    package init(_ values: [Value]) {
        self.init(count: values.count)
        for (index, value) in values.enumerated() { self.pinned(index).initialize(to: value) }
    }

    /// Moves the first `used` values into new memory with room for `count` values, and frees the old memory.
    @inlinable
    package mutating func grow(to count: Int, moving used: Int) {
        assert(used <= self.count && used <= count, "the number of values to move exceeds the capacity")
        let larger = PinnedArray(count: count)
        // SAFETY: the owner has initialized `used` values; the move leaves the old memory uninitialized.
        unsafe larger.start.moveInitialize(from: start, count: used)
        unsafe start.deallocate()
        self = larger
    }

    /// Deinitializes the values and frees the memory.
    @inlinable
    package func free() { free(initialized: count) }

    /// Deinitializes the first `used` values, which are all that were initialized, and frees the memory.
    @inlinable
    package func free(initialized used: Int) {
        assert(used <= count, "the number of values to deinitialize exceeds the capacity")
        // SAFETY: called once, by the owner.
        unsafe start.deinitialize(count: used)
        unsafe start.deallocate()
    }

    @inlinable
    package subscript(index: Int) -> Value {
        // SAFETY: the owner keeps the memory alive and initialized; the caller keeps the index in range, which debug
        // builds check.
        unsafeAddress { unsafe UnsafePointer(address(of: index)) }
        nonmutating unsafeMutableAddress { unsafe address(of: index) }
    }

    /// Returns the address of a value.
    @inlinable
    package func pinned(_ index: Int) -> Pinned<Value> {
        // SAFETY: the owner keeps the memory alive and initialized; the caller keeps the index in range.
        unsafe Pinned(address(of: index))
    }

    @inlinable
    func address(of index: Int) -> UnsafeMutablePointer<Value> {
        assert(index >= 0 && index < count, "the index is out of range")
        // SAFETY: the caller keeps the index in range, so the address is within the memory.
        return unsafe start + index
    }

    @inlinable
    package var indices: Range<Int> { 0..<count }

    /// The address of the memory, as a number.
    // SAFETY: nothing is read from the address.
    package var addressBits: UInt { unsafe UInt(bitPattern: start) }
}
