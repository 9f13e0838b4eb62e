/// Any value of JSON as an `Any`.
///
/// Strings become `String`, bools `Bool`, arrays `[Any]`, objects `[String: Any]`, null `NSNull`.
public struct DynamicValue {
    /// The value.
    public let value: Any
}

/// Any object of JSON as a `[String: Any]`, with values such as those of ``DynamicValue``.
public struct DynamicObject {
    /// The members.
    public let value: [String: Any]
}

/// Any array of JSON as an `[Any]`, with elements such as the values of ``DynamicValue``.
public struct DynamicArray {
    /// The elements.
    public let value: [Any]
}
