/// The address of a value of a type that only its user knows, or of memory with room for such a value.
///
/// The owner of the memory passes the address only to operations of the value's type, and keeps the memory until they return.
/// The documentation of each operation says whether it needs a value there, takes it, or initializes the memory. Under this
/// invariant, which includes that an offset stays in the memory, every access is safe, hence `@safe`.
@safe
@usableFromInline
struct ValueAddress {
    @usableFromInline let pointer: UnsafeMutableRawPointer

    @inlinable
    init(_ pointer: UnsafeMutableRawPointer) {
        // SAFETY: the caller keeps the memory while the address is used.
        unsafe self.pointer = pointer
    }

    /// - Parameter pointer: the address of a value that is not changed.
    @inlinable
    init(_ pointer: UnsafeRawPointer) {
        // SAFETY: the caller keeps the memory while the address is used, and passes it only to operations that read.
        unsafe self.pointer = UnsafeMutableRawPointer(mutating: pointer)
    }

    /// Calls `body` with the address of a value, which is valid for the call.
    @inlinable
    static func of<Value, Result>(
        _ value: borrowing Value, _ body: (ValueAddress) throws -> Result
    ) rethrows -> Result {
        // SAFETY: the value stays at its address for the call.
        try unsafe withUnsafePointer(to: value) { try unsafe body(ValueAddress(UnsafeRawPointer($0))) }
    }

    /// The value.
    @inlinable
    subscript<Value>(as type: Value.Type) -> Value {
        // SAFETY: the owner of the memory keeps a value of the type there.
        unsafeAddress { unsafe UnsafePointer(pointer.assumingMemoryBound(to: Value.self)) }
        nonmutating unsafeMutableAddress { unsafe pointer.assumingMemoryBound(to: Value.self) }
    }

    /// Initializes the memory with a value.
    @inlinable
    func initialize<Value>(to value: consuming Value) {
        // SAFETY: the owner of the memory has room for the value there.
        unsafe pointer.initializeMemory(as: Value.self, to: value)
    }

    /// Moves the value out. The caller must do this exactly once.
    // Inlinable, so that code that knows the type moves the value: unspecialized code would copy it.
    @inlinable
    func take<Value>(as type: Value.Type) -> Value {
        // SAFETY: the owner of the memory keeps a value of the type there, and does not use it again.
        unsafe pointer.assumingMemoryBound(to: Value.self).move()
    }

    /// Deinitializes the value.
    @inlinable
    func deinitialize<Value>(as type: Value.Type) {
        // SAFETY: the owner of the memory keeps a value of the type there, and does not use it again.
        unsafe pointer.assumingMemoryBound(to: Value.self).deinitialize(count: 1)
    }

    /// Returns the address a number of bytes after this one, in the same memory.
    @inlinable
    static func + (address: ValueAddress, offset: Int) -> ValueAddress {
        // SAFETY: the caller keeps the offset within the memory.
        unsafe ValueAddress(address.pointer + offset)
    }

    /// Allocates memory, which its owner frees with ``deallocate()``.
    static func allocate(byteCount: Int) -> ValueAddress {
        let alignment = ValueMemory.alignment
        // SAFETY: the owner keeps account of what the memory contains.
        return unsafe ValueAddress(
            UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: alignment))
    }

    /// Frees the memory.
    // SAFETY: the owner of the memory calls this once.
    @unsafe func deallocate() { unsafe pointer.deallocate() }

    /// Calls `body` with the address of memory that is valid for the call.
    static func withTemporaryMemory<Result>(
        byteCount: Int, _ body: (ValueAddress) throws -> Result
    ) rethrows -> Result {
        // SAFETY: the memory is not empty, because a stride is at least 1.
        try unsafe withUnsafeTemporaryAllocation(byteCount: byteCount, alignment: ValueMemory.alignment) {
            try unsafe body(ValueAddress($0.baseAddress!))
        }
    }
}

/// The operations on values of one type for code that only knows their addresses.
///
/// The operations are closures, which the module of the type specializes for the type. They are several times as fast
/// as generic code. If the type is not generic, they capture nothing.
public struct _ValueOperations: Sendable {
    @usableFromInline typealias MoveToArray =
        @Sendable (_ values: ValueAddress, _ count: Int, _ destination: ValueAddress) -> Void
    @usableFromInline typealias Change = @Sendable (_ address: ValueAddress) -> Void
    @usableFromInline typealias Write =
        @Sendable (_ value: ValueAddress, _ output: ExportOutput) throws -> Void

    /// Moves values into a new array, and initializes memory with that array.
    @usableFromInline let moveToArray: MoveToArray
    /// Wraps a value in an optional at the same address, which has room for it.
    @usableFromInline let wrap: Change
    /// Initializes memory with the `nil` of an optional of the type.
    @usableFromInline let putNil: Change
    /// Deinitializes a value.
    @usableFromInline let deinitialize: Change
    /// Writes a value.
    @usableFromInline let write: Write

    /// Creates the operations of a type.
    // Inlinable, so that the closures are specialized for the type in the module that declares it.
    @inlinable
    init<Value: Importable>(_ type: Value.Type, write: @escaping Write) {
        moveToArray = { values, count, destination in
            // Appending takes two thirds of the time of `init(unsafeUninitializedCapacity:)`, which looks up the
            // metadata of the array each time.
            var array: [Value] = []
            array.reserveCapacity(count)
            let stride = MemoryLayout<Value>.stride
            for index in 0..<count { array.append((values + index * stride).take(as: Value.self)) }
            destination.initialize(to: array)
        }
        wrap = { $0.initialize(to: Value?.some($0.take(as: Value.self))) }
        putNil = { $0.initialize(to: Value?.none) }
        deinitialize = { $0.deinitialize(as: Value.self) }
        self.write = write
    }

    /// Creates the operations of a type whose values are written by a typed function.
    init<Value: Importable>(
        writing type: Value.Type, _ write: @escaping @Sendable (borrowing Value, ExportOutput) throws -> Void
    ) {
        self.init(type) { try write($0[as: Value.self], $1) }
    }
}

/// Operations on values of a type that is known only as a metatype.
// SAFETY, of all functions: the caller passes addresses of the stated number of values of the type, or of memory with
// room for them.
extension Importable {
    /// Initializes the memory that `_store` gets with a value.
    @safe @inlinable
    static func initialize(_ memory: UnsafeMutableRawPointer, to value: consuming Self) {
        unsafe memory.initializeMemory(as: Self.self, to: value)
    }

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
    static func copy(_ value: ValueAddress, to destination: ValueAddress) {
        // Copying an array of one value would also copy the padding after the value, to memory of another field.
        destination.initialize(to: value[as: Self.self])
    }

    /// Moves values to memory that does not overlap theirs.
    static func relocate(_ values: ValueAddress, count: Int, to destination: ValueAddress) {
        // As an array, a single value would be moved with the padding after it, to memory of another field.
        guard count != 1 else { return destination.initialize(to: values.take(as: Self.self)) }
        unsafe destination.pointer.moveInitializeMemory(
            as: Self.self, from: values.pointer.assumingMemoryBound(to: Self.self), count: count)
    }

    static func deinitialize(_ values: ValueAddress, count: Int) {
        unsafe values.pointer.assumingMemoryBound(to: Self.self).deinitialize(count: count)
    }

    /// Initializes memory with a value if the value is of this type.
    ///
    /// - Returns: whether the value is of this type.
    static func put(_ value: Any, at address: ValueAddress) -> Bool {
        guard let value = value as? Self else { return false }
        address.initialize(to: value)
        return true
    }

    static func anyValue(at address: ValueAddress) -> Any { address[as: Self.self] }

    static func takeAny(at address: ValueAddress) -> Any { address.take(as: Self.self) }
}

/// Reusable memory for values whose type is known only as a metatype. It grows on demand.
struct ValueMemory {
    /// The largest alignment that Swift gives a type, in bytes.
    static let alignment = 16

    /// The address of the memory, if there is any.
    private(set) var start: ValueAddress?
    private(set) var size = 0

    /// Reserves at least `size` bytes. The old content is lost if the memory grows.
    mutating func reserve(_ size: Int) {
        guard size > self.size else { return }
        free()
        start = .allocate(byteCount: size)
        self.size = size
    }

    /// Reserves at least `size` bytes. `move` moves the content from the old memory to the new.
    mutating func grow(to size: Int, move: (ValueAddress, ValueAddress) -> Void) {
        var larger = ValueMemory()
        larger.reserve(max(size, self.size * 2, 256))
        if let start, let new = larger.start { move(start, new) }
        free()
        self = larger
    }

    /// Frees the memory. The owner does not use addresses in the memory again.
    mutating func free() {
        // SAFETY: this memory owns the allocation, and forgets it.
        unsafe start?.deallocate()
        start = nil
        size = 0
    }
}

/// A value of an importable type with its own storage, type-erased.
final class ValueBox {
    private let type: any Importable.Type
    let address: ValueAddress
    private var isInitialized = false

    /// - Parameters:
    ///   - type: the type of the value.
    ///   - fill: initializes the value at the address, and returns whether it did.
    /// - Returns: `nil` if `fill` has not initialized a value.
    init?(_ type: any Importable.Type, _ fill: (ValueAddress) throws -> Bool) rethrows {
        self.type = type
        address = .allocate(byteCount: type.memoryStride)
        isInitialized = try fill(address)
        guard isInitialized else { return nil }
    }

    /// Creates a box with a copy of a value.
    convenience init<Value: Importable>(copying value: Value) {
        // The memory has room for the dynamic type of the value, which has the size of a `Value`.
        self.init(Swift.type(of: value)) {
            $0.initialize(to: value)
            return true
        }!
    }

    deinit {
        if isInitialized { type.deinitialize(address, count: 1) }
        // SAFETY: the box owns the allocation, and ends.
        unsafe address.deallocate()
    }

    /// Copies the value to memory with room for it.
    func copy(to destination: ValueAddress) { type.copy(address, to: destination) }
}
