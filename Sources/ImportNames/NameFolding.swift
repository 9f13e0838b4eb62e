/// Folds names so that case, `_`, `-` and spaces make no difference.
package enum NameFolding {
    /// The form of a name that is compared.
    package static func fold(_ name: String) -> String {
        name.unicodeScalars.map(fold).joined()
    }

    /// Lowercases twice, with uppercasing in between, so that letters that are equal in either case become one: `ς`,
    /// `σ` and `Σ`; `ẞ`, `ß` and `ss`.
    package static func fold(_ scalar: Unicode.Scalar) -> String {
        if scalar.isASCII, isSeparator(UInt8(scalar.value)) { return "" }
        return String(scalar).lowercased().uppercased().lowercased()
    }

    /// Whether a byte is one of the separators.
    package static func isSeparator(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: " ")
    }
}
