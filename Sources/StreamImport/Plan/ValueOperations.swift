/// The operations on values of one type for code that only knows their addresses.
///
/// The operations are closures, which the module of the type specializes for the type. They are several times as fast
/// as generic code. If the type is not generic, they capture nothing.
@safe
public struct _ValueOperations: Sendable {
    @usableFromInline
    typealias MoveToArray =
        @Sendable (_ values: UnsafeMutableRawPointer, _ count: Int, _ destination: UnsafeMutableRawPointer) ->
        Void
    @usableFromInline typealias Change = @Sendable (_ address: UnsafeMutableRawPointer) -> Void
    @usableFromInline typealias Write =
        @Sendable (_ value: UnsafeRawPointer, _ output: ExportOutput) throws -> Void

    /// Moves values into a new array, and initializes memory with that array.
    let moveToArray: MoveToArray
    /// Wraps a value in an optional at the same address, which has room for it.
    let wrap: Change
    /// Initializes memory with the `nil` of an optional of the type.
    let putNil: Change
    /// Deinitializes a value.
    let deinitialize: Change
    /// Writes a value.
    let write: Write

    @usableFromInline
    init(
        moveToArray: @escaping MoveToArray, wrap: @escaping Change, putNil: @escaping Change,
        deinitialize: @escaping Change, write: @escaping Write
    ) {
        // SAFETY: the closures are only stored; the initializers that pass them state what their callers guarantee.
        unsafe self.moveToArray = moveToArray
        unsafe self.wrap = wrap
        unsafe self.putNil = putNil
        unsafe self.deinitialize = deinitialize
        unsafe self.write = write
    }

    /// Creates the operations of a type.
    // Inlinable, so that the closures are specialized for the type in the module that declares it.
    @inlinable
    init<Value: Importable>(_ type: Value.Type, write: @escaping Write) {
        // SAFETY: the binder passes addresses with `MemoryLayout<Value>.stride` bytes for each value, aligned for
        // `Value`. They contain as many values as the binder says; a value to wrap has room for the optional.
        unsafe self.init(
            moveToArray: { values, count, destination in
                // Appending takes two thirds of the time of `init(unsafeUninitializedCapacity:)`, which looks up the
                // metadata of the array each time.
                var array: [Value] = []
                array.reserveCapacity(count)
                let typed = unsafe values.assumingMemoryBound(to: Value.self)
                for index in 0..<count { unsafe array.append((typed + index).move()) }
                unsafe destination.initializeMemory(as: [Value].self, to: array)
            },
            wrap: { address in
                let bare = unsafe address.assumingMemoryBound(to: Value.self).move()
                unsafe address.initializeMemory(as: Value?.self, to: bare)
            },
            putNil: { unsafe $0.initializeMemory(as: Value?.self, to: nil) },
            deinitialize: { unsafe $0.assumingMemoryBound(to: Value.self).deinitialize(count: 1) },
            write: write)
    }
}

extension _ValueOperations {
    /// Creates the operations of a type whose values are written by a typed function.
    init<Value: Importable>(
        writing type: Value.Type, _ write: @escaping @Sendable (borrowing Value, ExportOutput) throws -> Void
    ) {
        // SAFETY: the exporter passes the address of a value of the type.
        unsafe self.init(type) { try unsafe write($0.assumingMemoryBound(to: Value.self).pointee, $1) }
    }
}
