/// The rule that tells which case of an enum, or which subclass of a class, a JSON value becomes.
public enum Discriminator: Sendable, Hashable {
    /// A member of the object names the case: `{"type": "push", …}`. A string literal is such a rule.
    ///
    /// - Parameter key: a key, which matches like the name of a property, or a path such as `meta.type`, whose keys are
    ///   compared exactly.
    case member(String)
    /// The object has one member, whose key is the name of the case: `{"push": {…}}`.
    case key
    /// The value becomes the first case that it fits. Scalars are first compared with the cases without conversion, and
    /// then under ``ImportOptions/coercion``.
    case firstFit
}

extension Discriminator: ExpressibleByStringLiteral {
    /// Creates a rule by which a member names the case.
    public init(stringLiteral key: String) {
        self = .member(key)
    }
}
