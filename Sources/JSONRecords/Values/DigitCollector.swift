/// What a ``JSONNumber`` does with its digits, the most significant first.
@usableFromInline
package protocol DigitCollector {
    init()

    /// Takes the next digit, 0 to 9.
    mutating func append(_ digit: UInt8)

    /// How many digits at the end are not part of the value that was kept.
    var dropped: Int { get }
}
