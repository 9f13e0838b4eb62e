internal import Foundation

/// Tells the forms of values apart.
struct AnyValueKindCache {
    private let string = ObjectIdentifier(String.self)
    private let number = ObjectIdentifier(NSNumber.self)
    private let object = ObjectIdentifier([String: Any].self)
    private let array = ObjectIdentifier([Any].self)
    private let int = ObjectIdentifier(Int.self)
    private let double = ObjectIdentifier(Double.self)
    private let bool = ObjectIdentifier(Bool.self)
    private var others: [ObjectIdentifier: AnyValueKind] = [:]

    /// The kind of a value that is of one of the most frequent types, and lies in its `Any` as it is.
    ///
    /// Compared is the type that the `Any` was made with. The one that `type(of:)` gives may be hidden deeper, as in
    /// an `Any` in an `Any`, which generic code makes.
    @inline(__always)
    func commonKind(at address: UnsafePointer<Any>) -> AnyValueKind? {
        // SAFETY: behind the three words for the value, an `Any` has the address of its type.
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

    /// The kind of any type.
    mutating func kind(of type: Any.Type) -> AnyValueKind {
        let identity = ObjectIdentifier(type)
        if let kind = others[identity] { return kind }
        let kind = AnyValueKind(of: type)
        others[identity] = kind
        return kind
    }
}
