/// The folding of names: names that differ only in case, `_`, `-` and spaces have the same folded form.
package enum NameFolding {
    /// Returns the folded form of a name. Two names match if their folded forms are equal.
    package static func fold(_ name: String) -> String {
        name.unicodeScalars.map(fold).joined()
    }

    /// Returns the folded form of a scalar; an empty string for a separator.
    ///
    /// One change of case is not enough: lowercase, uppercase and lowercase again give `ς`, `σ` and `Σ` the same form, and
    /// also `ẞ`, `ß` and `ss`.
    package static func fold(_ scalar: Unicode.Scalar) -> String {
        if scalar.isASCII, isSeparator(UInt8(scalar.value)) { return "" }
        return String(scalar).lowercased().uppercased().lowercased()
    }

    /// Returns whether a byte is `_`, `-` or a space, which folding removes.
    package static func isSeparator(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: " ")
    }
}
