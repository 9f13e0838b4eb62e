/// A value of an importable type in memory of its own, for code that knows no type.
@safe
final class ValueBox {
    private let type: any Importable.Type
    let place: UnsafeMutableRawPointer
    private var isThere = false

    /// - Parameters:
    ///   - type: the type of the value.
    ///   - fill: puts a value at the place, and says whether it has.
    /// - Returns: `nil` if there is no value.
    init?(
        _ type: any Importable.Type, _ fill: (UnsafeMutableRawPointer) throws -> Bool
    ) rethrows {
        self.type = type
        // SAFETY: freed in `deinit`.
        unsafe place = .allocate(byteCount: max(type.memoryStride, 1), alignment: ValueMemory.alignment)
        isThere = try unsafe fill(place)
        guard isThere else { return nil }
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
        // SAFETY: the place holds a value if it was filled.
        if isThere { unsafe type.deinitialize(place, count: 1) }
        unsafe place.deallocate()
    }

    /// Copies the value to a place that has room for it.
    func copy(to destination: UnsafeMutableRawPointer) {
        // SAFETY: the place holds a value of the type.
        unsafe type.copy(place, to: destination)
    }
}
