/// A number with decimal places as it is to be written: text is formed from integers alone, so that no
/// platform's floating point has a say in it.
struct Decimal {
    /// The digits, without the point.
    var units: Int

    /// How many of the digits stand behind the point, at most 17.
    var places: Int

    /// The power of ten behind the digits, if there is one, and how it is marked: `e`, `E`, `e+` or `E+`.
    var exponent: (mark: String, power: Int)?

    init(_ units: Int, places: Int, exponent: (mark: String, power: Int)? = nil) {
        self.units = units
        self.places = places
        self.exponent = exponent
    }
}
