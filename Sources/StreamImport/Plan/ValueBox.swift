/// A value of an importable type with its own storage, type-erased.
@safe
final class ValueBox {
    private let type: any Importable.Type
    let address: UnsafeMutableRawPointer
    private var isInitialized = false

    /// - Parameters:
    ///   - type: the type of the value.
    ///   - fill: initializes the value at the address, and returns whether it did.
    /// - Returns: `nil` if `fill` has not initialized a value.
    init?(
        _ type: any Importable.Type, _ fill: (UnsafeMutableRawPointer) throws -> Bool
    ) rethrows {
        self.type = type
        // SAFETY: `deinit` frees the memory.
        unsafe address = .allocate(byteCount: max(type.memoryStride, 1), alignment: ValueMemory.alignment)
        isInitialized = try unsafe fill(address)
        guard isInitialized else { return nil }
    }

    /// Creates a box with a copy of a value.
    convenience init?<Value: Importable>(copying value: Value) {
        // SAFETY: the memory has room for the dynamic type of the value, which has the size of a `Value`.
        unsafe self.init(Swift.type(of: value)) {
            unsafe $0.initializeMemory(as: Value.self, to: value)
            return true
        }
    }

    deinit {
        // SAFETY: `isInitialized` says whether the memory contains a value.
        if isInitialized { unsafe type.deinitialize(address, count: 1) }
        unsafe address.deallocate()
    }

    /// Copies the value to memory with room for it.
    func copy(to destination: UnsafeMutableRawPointer) {
        // SAFETY: the memory contains a value of the type; the caller passes memory with room for one.
        unsafe type.copy(address, to: destination)
    }
}
