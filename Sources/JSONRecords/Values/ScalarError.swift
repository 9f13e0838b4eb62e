/// The reason why a scalar's initializer rejected a token. Small, because the binder adds the path and the found value.
@usableFromInline
package enum ScalarError: Error {
    /// The token has another JSON type: `expected an integer`.
    case typeMismatch(expected: StaticString)
    /// The type cannot hold the number exactly: `Int8 holds -128 to 127`.
    case outOfRange(expected: StaticString)
    /// The token has the right JSON type, but not the right content: `expected a UUID`.
    case invalid(expected: StaticString)
}
