/// The address of a value that stays where it is until its owner frees it: a frame, a slot or a key table.
///
/// Every event of the input touches such values several times, so they are reached by plain pointers: classes would cost a
/// retain, a release and an exclusivity check at each step (20% of an import).
///
/// The owner frees the memory after the last event. As long as it does, use is safe, which is why the type says so.
///
/// This and what else every event needs is usable from inline: without it Swift 6.3 ignores `@inlinable` on what is declared
/// `package`, and an import would need half as many instructions again.
@safe
@usableFromInline
package struct Pinned<Value>: Hashable {
    @usableFromInline package let pointer: UnsafeMutablePointer<Value>

    @inlinable
    package init(_ pointer: UnsafeMutablePointer<Value>) {
        // SAFETY: the caller keeps the memory alive and initialised.
        unsafe self.pointer = pointer
    }

    /// Memory for a value.
    @inlinable
    package init(_ value: Value) {
        self.init()
        initialize(to: value)
    }

    /// Memory for a value that is still to be initialised.
    @inlinable
    package init() {
        // SAFETY: freed by `free()`.
        unsafe pointer = .allocate(capacity: 1)
    }

    /// Puts the value into memory that has none.
    @inlinable
    package func initialize(to value: Value) {
        // SAFETY: the owner made the memory with room for it.
        unsafe pointer.initialize(to: value)
    }

    /// Deinitializes the value and frees the memory.
    @inlinable
    package func free() {
        // SAFETY: called once, by the owner.
        unsafe pointer.deinitialize(count: 1)
        unsafe pointer.deallocate()
    }

    @inlinable
    package var value: Value {
        // SAFETY: the owner keeps the memory alive and initialised.
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
        // SAFETY: as above.
        unsafe hasher.combine(pointer)
    }
}
