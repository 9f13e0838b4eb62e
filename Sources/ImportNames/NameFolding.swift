/// The folding of names, which makes their comparison independent of case, `_`, `-` and spaces.
package enum NameFolding {
    /// Returns the folded form of a name, which is compared.
    package static func fold(_ name: String) -> String {
        name.unicodeScalars.map(fold).joined()
    }

    /// Returns the folded form of a scalar, which is empty for a separator.
    ///
    /// Lowercases twice, with uppercasing in between, so that letters that are equal in either case become the same: `ς`,
    /// `σ` and `Σ`; `ẞ`, `ß` and `ss`.
    package static func fold(_ scalar: Unicode.Scalar) -> String {
        if scalar.isASCII, isSeparator(UInt8(scalar.value)) { return "" }
        return String(scalar).lowercased().uppercased().lowercased()
    }

    /// Returns whether a byte is a separator.
    package static func isSeparator(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: " ")
    }
}
