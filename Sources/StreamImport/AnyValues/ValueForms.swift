internal import Foundation

/// Tells the forms of values apart.
struct ValueForms {
    private let string = ObjectIdentifier(String.self)
    private let number = ObjectIdentifier(NSNumber.self)
    private let object = ObjectIdentifier([String: Any].self)
    private let array = ObjectIdentifier([Any].self)
    private let int = ObjectIdentifier(Int.self)
    private let double = ObjectIdentifier(Double.self)
    private let bool = ObjectIdentifier(Bool.self)
    private var others: [ObjectIdentifier: ValueForm] = [:]

    /// The form of a value that is of one of the most frequent types, and lies in its `Any` as it is.
    ///
    /// Compared is the type that the `Any` was made with. The one that `type(of:)` gives may be hidden deeper, as in
    /// an `Any` in an `Any`, which generic code makes.
    @inline(__always)
    func commonForm(at place: UnsafePointer<Any>) -> ValueForm? {
        // SAFETY: behind the three words for the value, an `Any` has the address of its type.
        let type = unsafe UnsafeRawPointer(place).load(
            fromByteOffset: 3 * MemoryLayout<Int>.stride, as: ObjectIdentifier.self)
        if type == string { return .string }
        if type == number { return .number }
        if type == object { return .object }
        if type == array { return .array }
        if type == int { return .int }
        if type == double { return .double }
        return type == bool ? .bool : nil
    }

    /// The form of any type.
    mutating func form(of type: Any.Type) -> ValueForm {
        let identity = ObjectIdentifier(type)
        if let form = others[identity] { return form }
        let form = ValueForm(of: type)
        others[identity] = form
        return form
    }
}
