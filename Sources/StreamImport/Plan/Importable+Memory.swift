/// Operations on values of a type that is known only as a metatype.
// SAFETY, of all functions: the caller passes addresses of the stated number of values of the type, or of memory with
// room for them.
extension Importable {
    /// The stride of a value in memory, in bytes.
    static var memoryStride: Int { MemoryLayout<Self>.stride }

    /// Returns whether the memory of a value of another type has room for a value of this type.
    static func fits(inMemoryOf other: any Importable.Type) -> Bool {
        func fits<Other: Importable>(inMemoryOf other: Other.Type) -> Bool {
            MemoryLayout<Self>.size <= MemoryLayout<Other>.size
                && MemoryLayout<Self>.alignment <= MemoryLayout<Other>.alignment
        }
        return fits(inMemoryOf: other)
    }

    /// Copies a value to memory with room for it.
    static func copy(_ value: UnsafeRawPointer, to destination: UnsafeMutableRawPointer) {
        // Copying an array of one value would also copy the padding after the value, to memory of another field.
        unsafe destination.initializeMemory(
            as: Self.self, to: value.assumingMemoryBound(to: Self.self).pointee)
    }

    /// Moves values to memory that does not overlap theirs.
    static func relocate(
        _ values: UnsafeMutableRawPointer, count: Int, to destination: UnsafeMutableRawPointer
    ) {
        let values = unsafe values.assumingMemoryBound(to: Self.self)
        // As an array, a single value would be moved with the padding after it, to memory of another field.
        guard count != 1 else {
            return unsafe _ = destination.initializeMemory(as: Self.self, to: values.move())
        }
        unsafe destination.moveInitializeMemory(as: Self.self, from: values, count: count)
    }

    /// Deinitializes values.
    static func deinitialize(_ values: UnsafeMutableRawPointer, count: Int) {
        unsafe values.assumingMemoryBound(to: Self.self).deinitialize(count: count)
    }

    /// Initializes memory with a value if the value is of this type.
    ///
    /// - Returns: whether the value is of this type.
    static func put(_ value: Any, at address: UnsafeMutableRawPointer) -> Bool {
        guard let value = value as? Self else { return false }
        unsafe address.initializeMemory(as: Self.self, to: value)
        return true
    }

    /// Returns the value at an address.
    static func anyValue(at address: UnsafeRawPointer) -> Any {
        unsafe address.assumingMemoryBound(to: Self.self).pointee
    }
}
