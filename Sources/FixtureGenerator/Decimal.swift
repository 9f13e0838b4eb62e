/// A decimal number to be written. Its text is formed from integers only, so that it does not depend on the
/// floating-point arithmetic of a platform.
struct Decimal {
    /// The digits, without the point.
    var units: Int

    /// The number of digits after the point, at most 17.
    var places: Int

    /// The power of ten after the digits, if the number has one, and its notation: `e`, `E`, `e+` or `E+`.
    var exponent: (mark: String, power: Int)?

    init(_ units: Int, places: Int, exponent: (mark: String, power: Int)? = nil) {
        self.units = units
        self.places = places
        self.exponent = exponent
    }
}
