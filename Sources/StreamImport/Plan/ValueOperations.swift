/// How values of one type are handled by code that knows their addresses only.
///
/// Closures that a type's own module compiles for it, which run several times as fast as generic code. They capture
/// nothing for a type that is not generic.
@safe
public struct _ValueOperations: Sendable {
    @usableFromInline
    typealias MoveToArray =
        @Sendable (_ values: UnsafeMutableRawPointer, _ count: Int, _ destination: UnsafeMutableRawPointer) ->
        Void
    @usableFromInline typealias Change = @Sendable (_ address: UnsafeMutableRawPointer) -> Void
    @usableFromInline typealias Write =
        @Sendable (_ value: UnsafeRawPointer, _ output: ExportOutput) throws -> Void

    /// Moves values to the elements of a new array, whose own address is the destination.
    let moveToArray: MoveToArray
    /// Turns a value into an optional at the same address, which has room for it.
    let wrap: Change
    /// Puts the nil of an optional of the type at an address.
    let putNil: Change
    /// Writes a value.
    let write: Write

    @usableFromInline
    init(
        moveToArray: @escaping MoveToArray, wrap: @escaping Change, putNil: @escaping Change,
        write: @escaping Write
    ) {
        // SAFETY: stored; see the closures for what callers keep.
        unsafe self.moveToArray = moveToArray
        unsafe self.wrap = wrap
        unsafe self.putNil = putNil
        unsafe self.write = write
    }

    /// The operations of a type.
    // Inlinable, so that the closures are compiled for the type in the module that declares it.
    @inlinable
    init<Value: Importable>(_ type: Value.Type, write: @escaping Write) {
        // SAFETY: the binder hands addresses of `MemoryLayout<Value>.stride` bytes a value, aligned for `Value`, which
        // hold as many values as it says; a value that is to be wrapped has room for the optional.
        unsafe self.init(
            moveToArray: { values, count, destination in
                // Appending takes two thirds of the time of `init(unsafeUninitializedCapacity:)`, which looks up the
                // array's metadata each time.
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
            write: write)
    }
}

extension _ValueOperations {
    /// The operations of a type whose values are written by a function that gets them as what they are.
    init<Value: Importable>(
        writing type: Value.Type, _ write: @escaping @Sendable (borrowing Value, ExportOutput) throws -> Void
    ) {
        // SAFETY: the exporter hands the address of a value of the type.
        unsafe self.init(type) { try unsafe write($0.assumingMemoryBound(to: Value.self).pointee, $1) }
    }
}
