/// A value of an importable type in memory of its own, for code that knows no type.
@safe
final class ValueBox {
    private let type: any Importable.Type
    let address: UnsafeMutableRawPointer
    private var isInitialized = false

    /// - Parameters:
    ///   - type: the type of the value.
    ///   - fill: puts a value at the address, and says whether it has.
    /// - Returns: `nil` if there is no value.
    init?(
        _ type: any Importable.Type, _ fill: (UnsafeMutableRawPointer) throws -> Bool
    ) rethrows {
        self.type = type
        // SAFETY: freed in `deinit`.
        unsafe address = .allocate(byteCount: max(type.memoryStride, 1), alignment: ValueMemory.alignment)
        isInitialized = try unsafe fill(address)
        guard isInitialized else { return nil }
    }

    /// A copy of a value.
    convenience init?<Value: Importable>(copying value: Value) {
        // SAFETY: the address has room for a value of its type.
        unsafe self.init(Swift.type(of: value)) {
            unsafe $0.initializeMemory(as: Value.self, to: value)
            return true
        }
    }

    deinit {
        // SAFETY: the address holds a value if it was filled.
        if isInitialized { unsafe type.deinitialize(address, count: 1) }
        unsafe address.deallocate()
    }

    /// Copies the value to a address that has room for it.
    func copy(to destination: UnsafeMutableRawPointer) {
        // SAFETY: the address holds a value of the type.
        unsafe type.copy(address, to: destination)
    }
}
