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
