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
    var takesAnySpelling: Bool {
        switch self {
        case .strict, .lossless: false
        case .permissive, .permissiveScalars: true
        }
    }
}
