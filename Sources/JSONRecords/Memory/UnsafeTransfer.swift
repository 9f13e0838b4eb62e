/// A value that one thread transfers to another, such as an object that waits for reuse.
///
/// Each use has a SAFETY note that says why only one thread has the value at a time.
package struct UnsafeTransfer<Value> {
    package let value: Value

    package init(_ value: Value) {
        self.value = value
    }
}

// SAFETY: the thread that transfers a value keeps no other reference to it; the note of each use says why.
extension UnsafeTransfer: @unchecked Sendable {}
