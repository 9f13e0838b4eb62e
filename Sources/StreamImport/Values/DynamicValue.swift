internal import Foundation

/// Any JSON value as an `Any`, for values whose type is not known before they are read.
///
/// | JSON | Swift |
/// | --- | --- |
/// | string | `String` |
/// | true, false | `Bool` |
/// | number without a fraction and an exponent | `Int`, or the first of `UInt64`, `Decimal` and `Double` that can hold it |
/// | number with a fraction or an exponent | the nearest `Double` |
/// | array | `[Any]` |
/// | object | `[String: Any]`, or the model that ``ImportOptions/dynamicModels`` has for the object's key |
/// | null | `NSNull` |
///
/// The macro ``Importable()`` uses this type for properties of the type `Any`, and arrays and dictionaries of it for `[Any]` and
/// `[String: Any]`. ``JSONValue`` is the lossless alternative.
public struct DynamicValue {
    /// The value.
    public let value: Any

    /// Wraps a value.
    public init(value: Any) {
        self.value = value
    }
}

extension DynamicValue: ImportableScalar {
    /// Creates the value from a string, a number or a bool.
    public init(_ token: borrowing ImportToken) throws {
        switch token.kind {
        case .string: value = String(utf8: token.bytes)
        case .bool: value = token.bool == true
        case .number:
            if let number = NumericValue(token.bytes).number {
                value = number
            } else {
                // An integer with too many digits becomes the nearest `Double`, and a number that is too small becomes
                // 0. A number that is too great is an error.
                value = try Double(token)
            }
        }
    }

    /// The plan that makes a value from any JSON value.
    public static var importPlan: ImportPlan {
        ImportPlan(ofAnyValue: Self.self) { DynamicValue(value: NSNull()) }
    }

    /// The operations of a value that is written as its own type defines. If the type cannot be exported, the value is
    /// an error.
    public static var _operations: _ValueOperations {
        _ValueOperations(writing: Self.self) { try $1.write(dynamic: $0.value) }
    }
}

extension DynamicValue: AnyJSONCollector {
    init(elements: [DynamicValue]) { value = elements.map(\.value) }
    init(members: [String: DynamicValue]) { value = members.mapValues(\.value) }
}

/// Arrays of the type `[Any]`.
extension [DynamicValue] {
    /// The elements.
    public var value: [Any] { map(\.value) }

    /// Wraps the elements.
    public init(value: [Any]) { self = value.map(DynamicValue.init(value:)) }
}

/// Dictionaries of the type `[String: Any]`.
extension [String: DynamicValue] {
    /// The members.
    public var value: [String: Any] { mapValues(\.value) }

    /// Wraps the members.
    public init(value: [String: Any]) { self = value.mapValues(DynamicValue.init(value:)) }
}

extension NumericValue {
    /// The number as an `Int`, a `UInt64`, a `Decimal` or a `Double`; `nil` if none of them can hold it.
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

/// Any JSON value, checked but not kept.
///
/// As the type of the records, it only counts records and checks their text:
///
///     let count = try StreamImporter.objects(of: SkippedValue.self, from: url).forEach { _ in }.recordCount
///
/// As the type of a field, it only requires the key.
///
/// The contents of a value must be JSON and within the limits. Nothing else is checked, not even whether a `\u` escape
/// is half of a surrogate pair.
public struct SkippedValue: Hashable, Sendable {
    /// Creates the only value of the type.
    public init() {}
}

extension SkippedValue: ImportableScalar {
    /// Accepts every string, number and bool.
    public init(_ token: borrowing ImportToken) {}

    /// Returns null, because nothing is known of the value.
    public func exported(dates: DateStrategy) -> ExportedScalar { .null }

    /// The plan that makes a value from any JSON value. It has no fields, so that all members of an object are skipped.
    public static var importPlan: ImportPlan {
        var plan = ImportPlan(SkippedValue.self) { _ in { _ in SkippedValue() } }
        plan.scalar = Self.self
        plan.array = Self.self
        plan.null = { $0.initialize(to: SkippedValue()) }
        return plan
    }
}

extension SkippedValue: ArrayCollector {
    typealias Element = SkippedValue

    static func collect(
        _ elements: ValueAddress, count: Int, into destination: ValueAddress,
        _ moveToArray: _ValueOperations.MoveToArray
    ) {
        // The elements are of this type, which needs no deinitialization.
        destination.initialize(to: Self())
    }
}
