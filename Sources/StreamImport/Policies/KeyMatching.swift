/// Which keys mean a property by its name. Keys that a field declares itself are always compared exactly.
public enum KeyMatching: Sendable, CaseIterable {
    /// Case does not count, nor do `_`, `-` and spaces: `full_name`, `FULL-NAME` and `Full Name` mean `fullName`.
    /// Where an object has several spellings of a name, the exact one wins.
    case flexible
    /// Keys are compared byte by byte.
    case exact
}
