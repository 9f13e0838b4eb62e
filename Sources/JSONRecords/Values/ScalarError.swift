/// Why a scalar's initialiser refused a token. Small, because the binder adds the place and what was found.
@usableFromInline
package enum ScalarError: Error {
    /// The token has another JSON type: `expected an integer`.
    case typeMismatch(expected: StaticString)
    /// A number that the type cannot hold exactly: `Int8 holds -128 to 127`.
    case outOfRange(expected: StaticString)
    /// The right JSON type, the wrong content: `expected a UUID`.
    case invalid(expected: StaticString)
}
