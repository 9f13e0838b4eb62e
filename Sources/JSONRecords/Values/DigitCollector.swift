/// A collector of the digits of a ``JSONNumber``, the most significant first.
@usableFromInline
package protocol DigitCollector {
    init()

    /// Appends the next digit, 0 to 9.
    mutating func append(_ digit: UInt8)

    /// The number of digits at the end that are not part of the collected value.
    var dropped: Int { get }
}
