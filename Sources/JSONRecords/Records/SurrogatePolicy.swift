/// The handling of an unpaired surrogate: a `\u` escape that is half of a surrogate pair, and therefore not a
/// character.
public enum SurrogatePolicy: Sendable, CaseIterable {
    /// The record is rejected, with ``ImportError/Code/unpairedSurrogate``.
    case rejectRecord
    /// U+FFFD replaces the escape.
    case replace
}
