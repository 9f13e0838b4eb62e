/// How true and false are spelled in a `String` property.
public enum BoolSpelling: UInt8, Sendable, CaseIterable {
    /// `true` and `false`.
    case words
    /// `1` and `0`.
    case digits
}
