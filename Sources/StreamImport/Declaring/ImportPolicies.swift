/// The policy for matching keys with the names of properties. Keys that a field declares are always compared exactly.
public enum KeyMatching: Sendable, CaseIterable {
    /// Case, `_`, `-` and spaces are ignored: `full_name`, `FULL-NAME` and `Full Name` match `fullName`. If an object
    /// has several spellings of a name, the exact one takes precedence.
    case flexible
    /// Keys are compared byte by byte.
    case exact
}

/// The policy for scalars of another kind than the property.
///
/// Only ``permissive`` and ``permissiveScalars`` may lose a part of a value. Under every policy, a `Decimal` is also
/// created from a string that is exactly one JSON number.
///
/// | from → to | strict | lossless | permissive |
/// | --- | --- | --- | --- |
/// | string → number | error | exactly one JSON number | also with white space around the number, `+`, grouping commas, zeros at the beginning, or no digits before or after the decimal point |
/// | number → `String` | error | the number's own text | the number's own text |
/// | bool → number, `String` | error | 1 and 0, `"true"` and `"false"` | the same |
/// | number → `Bool` | error | 0 and 1 only | 0 is false, any other number is true |
/// | string → `Bool` | error | true, false, 1, 0 in any case | white space, a sign and zeros are skipped; if Y, y, T, t or a digit from 1 to 9 follows, true; otherwise false |
/// | one value → an array of such values | error | error | an array of one element |
public enum CoercionPolicy: UInt8, Sendable, CaseIterable {
    /// A value is created only from its own kind of JSON.
    case strict
    /// A value is also created from another kind of JSON that represents exactly the same value.
    case lossless
    /// A value is also created from another kind of JSON that does not represent exactly the same value, as the table
    /// says.
    case permissive
    /// Like ``permissive``, but no array is created from a single value.
    case permissiveScalars

    /// Whether scalars are converted as in ``permissive``.
    var isPermissive: Bool {
        switch self {
        case .strict, .lossless: false
        case .permissive, .permissiveScalars: true
        }
    }
}

/// The spelling of true and false in a `String` property.
public enum BoolSpelling: UInt8, Sendable, CaseIterable {
    /// `true` and `false`.
    case words
    /// `1` and `0`.
    case digits
}

/// The policy for a value that does not fit its property, unless a key of the property with higher precedence has a
/// value that fits.
public enum MismatchPolicy: Sendable, CaseIterable {
    /// The record is rejected.
    case rejectRecord
    /// The value is skipped. An optional property stays `nil`, and a property with a default keeps the default; in an
    /// update, the property keeps its old value. If a key of the property with lower precedence has a value, the
    /// property gets that instead. The mismatch is listed in ``ImportSummary/mismatches``. If a required property has
    /// no value, its object is skipped as a mismatch of the property that contains it, and so on outwards; if no
    /// enclosing property can be without a value, the record is rejected.
    case skipValue
}

/// The policy for null in a property that is optional or has a default, if no key of the property has a value.
public enum NullPolicy: Sendable, CaseIterable {
    /// An optional property becomes `nil`, and a property with a default gets its default.
    case reset
    /// Null is treated like a missing key. In an update the property keeps its old value, even if it is required;
    /// otherwise it becomes `nil` or gets its default.
    case ignore
    /// An optional property becomes `nil`. In a property with a default null is a mismatch: an
    /// ``ImportError/Code/typeMismatch``, subject to ``ImportOptions/mismatches``.
    case mismatch
}

/// The policy for a key that occurs twice in one object.
///
/// For keys of properties, null and a skipped value do not count as values: neither replaces a value. In
/// dictionaries, ``JSONValue`` and extras, null counts as a value.
public enum DuplicateKeyPolicy: Sendable, CaseIterable {
    /// The last value is used.
    case last
    /// The first value is used.
    case first
    /// The record is rejected, with ``ImportError/Code/duplicateKey``.
    case rejectRecord
}

/// The policy for a key without a field, in the object of a model or in one that a path leads through.
public enum UnknownKeyPolicy: Sendable, CaseIterable {
    /// The key is skipped.
    case ignore
    /// The key is skipped and listed in ``ImportSummary/unknownKeys``, once for each type and key.
    case report
    /// The record is rejected, with ``ImportError/Code/unknownKey``.
    case rejectRecord
}

/// The policy for an object nested in an instance that is updated.
public enum NestedObjectPolicy: Sendable, CaseIterable {
    /// A new instance replaces the old one.
    case replace
    /// The old instance is updated in place, with its dynamic type, and so are the objects nested in it, to any
    /// depth. Arrays and dictionaries are replaced.
    case merge
    /// Like ``merge``, but in arrays, including nested arrays, each element updates the old element at the same index.
    /// The new array has as many elements as were read.
    case mergeElements
}
