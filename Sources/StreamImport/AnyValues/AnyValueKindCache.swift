internal import Foundation

/// A cache of the kinds of types, with a fast path for the most frequent types.
struct AnyValueKindCache {
    private let string = ObjectIdentifier(String.self)
    private let number = ObjectIdentifier(NSNumber.self)
    private let object = ObjectIdentifier([String: Any].self)
    private let array = ObjectIdentifier([Any].self)
    private let int = ObjectIdentifier(Int.self)
    private let double = ObjectIdentifier(Double.self)
    private let bool = ObjectIdentifier(Bool.self)
    private var kinds: [ObjectIdentifier: AnyValueKind] = [:]

    /// Returns the kind of a value that has one of the most frequent types and is stored directly in its `Any`; `nil`
    /// otherwise.
    ///
    /// Compares the type that the `Any` itself stores. Generic code may put an `Any` into an `Any`: the outer one then
    /// stores the type `Any`, although `type(of:)` returns the type of the inner value.
    @inline(__always)  // Saves 1.8% of the instructions of an import from dictionaries.
    func commonKind(at address: UnsafePointer<Any>) -> AnyValueKind? {
        // SAFETY: in Swift's ABI, an `Any` has the address of its type after the three words for the value.
        let type = unsafe UnsafeRawPointer(address).load(
            fromByteOffset: 3 * MemoryLayout<Int>.stride, as: ObjectIdentifier.self)
        if type == string { return .string }
        if type == number { return .number }
        if type == object { return .object }
        if type == array { return .array }
        if type == int { return .int }
        if type == double { return .double }
        return type == bool ? .bool : nil
    }

    /// Returns the kind of any type.
    mutating func kind(of type: Any.Type) -> AnyValueKind {
        let identity = ObjectIdentifier(type)
        if let kind = kinds[identity] { return kind }
        let kind = AnyValueKind(of: type)
        kinds[identity] = kind
        return kind
    }
}
