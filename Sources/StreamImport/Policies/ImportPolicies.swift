/// Which keys mean a property by its name. Keys that a field declares itself are always compared exactly.
public enum KeyMatching: Sendable, CaseIterable {
    /// Case does not count, nor do `_`, `-` and spaces: `full_name`, `FULL-NAME` and `Full Name` mean `fullName`.
    /// Where an object has several spellings of a name, the exact one wins.
    case flexible
    /// Keys are compared byte by byte.
    case exact
}

/// Which scalars of another kind become a value. No policy changes a value silently.
///
/// | from → to | strict | lossless | permissive |
/// | --- | --- | --- | --- |
/// | string → number | error | exactly one JSON number | also spaces around it, `+`, grouping commas, zeros at the beginning, no digits before or after the decimal point |
/// | number → `String` | error | the number's own text | the number's own text |
/// | bool → number, `String` | error | 1 and 0, `"true"` and `"false"` | the same |
/// | number → `Bool` | error | 0 and 1 only | zero is false, all else true |
/// | string → `Bool` | error | true, false, 1, 0 in any case | spaces, sign and zeros are skipped; what then begins with Y, y, T, t or 1 to 9 is true, all else false |
/// | one value → an array of such | error | error | an array of one |
public enum CoercionPolicy: UInt8, Sendable, CaseIterable {
    /// A value is made from its own kind of JSON only.
    case strict
    /// A value is also made from what says exactly the same in another kind of JSON.
    case lossless
    /// A value is also made from what a person would take for it.
    case permissive
    /// As ``permissive``, but no array is made of one value.
    case permissiveScalars
}

extension CoercionPolicy {
    /// Whether a scalar is made from what a person would take for it.
    var isPermissive: Bool {
        switch self {
        case .strict, .lossless: false
        case .permissive, .permissiveScalars: true
        }
    }
}

/// How true and false are spelled in a `String` property.
public enum BoolSpelling: UInt8, Sendable, CaseIterable {
    /// `true` and `false`.
    case words
    /// `1` and `0`.
    case digits
}

/// What becomes of a value that does not fit its property, unless a more binding key of the property has one that does.
public enum MismatchPolicy: Sendable, CaseIterable {
    /// The record is rejected.
    case rejectRecord
    /// The value is skipped. A property that is optional or has a default keeps that, and the mismatch is listed in
    /// ``ImportSummary/mismatches``; if a less binding key has a value, the property gets that. A required property
    /// without a value hands the mismatch on to the property around its object; where there is none that can do
    /// without, the record is rejected.
    case skipValue
}

/// What null does to a property that is optional or has a default, if no key of the property has a value.
public enum NullPolicy: Sendable, CaseIterable {
    /// An optional property becomes `nil`, another one what it has by default.
    case reset
    /// It is as if the key were missing. The property keeps what it has: in an update its old value, else `nil` or its
    /// default. In an update that goes for required properties, too.
    case ignore
    /// An optional property becomes `nil`. To one with a default the value does not fit:
    /// ``ImportError/Code/typeMismatch``, or what ``ImportOptions/mismatches`` says.
    case mismatch
}

/// What becomes of a key that comes twice in one object.
///
/// Of keys that mean a property, null is no value, nor is a value that is left out: neither takes the place of one. In
/// dictionaries, ``JSONValue`` and extras null is a value.
public enum DuplicateKeyPolicy: Sendable, CaseIterable {
    /// The last value wins.
    case last
    /// The first value wins.
    case first
    /// The record is rejected, with ``ImportError/Code/duplicateKey``.
    case rejectRecord
}

/// What becomes of a key that no field has, in the object of a model or in one that a path leads through.
public enum UnknownKeyPolicy: Sendable, CaseIterable {
    /// Nothing.
    case ignore
    /// It is listed in ``ImportSummary/unknownKeys``, once for each type and key.
    case report
    /// The record is rejected, with ``ImportError/Code/unknownKey``.
    case rejectRecord
}

/// What becomes of an object inside an instance that is updated.
public enum NestedObjectPolicy: Sendable, CaseIterable {
    /// A new instance takes the place of the old one.
    case replace
    /// The old instance is updated in its place, as what it is, and so are those inside it, to any depth. Arrays
    /// and dictionaries are replaced.
    case merge
    /// As ``merge``, and in arrays, and arrays in arrays, the element that was at the same place is updated. An array
    /// gets as many elements as were read.
    case mergeElements
}
