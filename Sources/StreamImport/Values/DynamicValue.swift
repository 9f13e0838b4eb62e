internal import Foundation

/// Any value of JSON as an `Any`, for what is not known before it is read.
///
/// | JSON | Swift |
/// | --- | --- |
/// | string | `String` |
/// | true, false | `Bool` |
/// | number of digits only | `Int`; `UInt64` or `Decimal` if it does not fit, and `Double` if that does not either |
/// | number with a fraction or an exponent | `Double`, the nearest |
/// | array | `[Any]` |
/// | object | `[String: Any]`, or the model that ``ImportOptions/dynamicModels`` has for the key it is under |
/// | null | `NSNull` |
///
/// The macro ``Importable()`` uses it for properties of the type `Any`. ``JSONValue`` is the lossless alternative.
public struct DynamicValue {
    /// The value.
    public let value: Any

    /// Wraps a value.
    public init(value: Any) {
        self.value = value
    }
}

extension DynamicValue: ImportableScalar {
    /// Makes a string, a number or a bool.
    public init(_ token: borrowing ImportToken) throws {
        switch token.kind {
        case .string: value = String(utf8: token.bytes)
        case .bool: value = token.bool == true
        case .number:
            if let number = NumericValue(token.bytes).number {
                value = number
            } else {
                // Too many digits for the nearest Double to have them all, too small, or an error: too great.
                value = try Double(token)
            }
        }
    }

    /// Every value of JSON makes one.
    public static var importPlan: ImportPlan {
        ImportPlan(ofAnyValue: Self.self) { DynamicValue(value: NSNull()) }
    }

    /// Those of a value that is written as its type has it; one whose type is not importable is an error.
    public static var _operations: _ValueOperations {
        _ValueOperations(writing: Self.self) { try $1.write(dynamic: $0.value) }
    }
}

extension DynamicValue: ArrayWrapper, DictionaryWrapper {
    init(elements: [DynamicValue]) { value = elements.map(\.value) }
    init(members: [String: DynamicValue]) { value = members.mapValues(\.value) }
}

/// Any object of JSON as a `[String: Any]`, with values such as those of ``DynamicValue``.
public struct DynamicObject: Importable {
    /// The members.
    public let value: [String: Any]

    /// Wraps the members.
    public init(value: [String: Any]) {
        self.value = value
    }

    /// Made from an object.
    public static var importPlan: ImportPlan {
        ImportPlan(type: Self.self, dictionary: DictionaryWrapperCollector<Self>.self)
    }

    /// Those of members that are written as their types have it.
    public static var _operations: _ValueOperations {
        _ValueOperations(writing: Self.self) { try $1.write(dynamic: $0.value) }
    }
}

extension DynamicObject: DictionaryWrapper {
    init(members: [String: DynamicValue]) { value = members.mapValues(\.value) }
}

/// Any array of JSON as an `[Any]`, with elements such as the values of ``DynamicValue``.
public struct DynamicArray: Importable {
    /// The elements.
    public let value: [Any]

    /// Wraps the elements.
    public init(value: [Any]) {
        self.value = value
    }

    /// Made from an array.
    public static var importPlan: ImportPlan {
        ImportPlan(type: Self.self, array: ArrayWrapperCollector<Self>.self)
    }

    /// Those of elements that are written as their types have it.
    public static var _operations: _ValueOperations {
        _ValueOperations(writing: Self.self) { try $1.write(dynamic: $0.value) }
    }
}

extension DynamicArray: ArrayWrapper {
    init(elements: [DynamicValue]) { value = elements.map(\.value) }
}

/// Makes a dynamic value of a model.
enum ModelWrapper<Model: Importable>: ArrayCollector {
    static var elementType: any Importable.Type { Model.self }

    static func collect(
        _ elements: UnsafeMutableRawPointer, count: Int, into destination: UnsafeMutableRawPointer,
        _ moveToArray: _ValueOperations.MoveToArray
    ) {
        // SAFETY: the binder has made one model.
        let model = unsafe elements.assumingMemoryBound(to: Model.self).move()
        unsafe destination.initializeMemory(as: DynamicValue.self, to: DynamicValue(value: model))
    }
}

extension NumericValue {
    /// The number as an `Int`, a `UInt64`, a `Decimal` or a `Double`; `nil` if it is unrepresentable them.
    var number: Any? {
        switch self {
        case .integer(let integer): Int(integer)
        case .unsigned(let integer): integer
        case .decimal(let number): Decimal(exactly: number)
        case .double(let double): double
        case .unrepresentable: nil
        }
    }
}
