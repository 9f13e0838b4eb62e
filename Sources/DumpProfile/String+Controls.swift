extension Unicode.Scalar {
    /// Whether the scalar is invisible and changes how the text around it is displayed: a control character, a line or
    /// paragraph separator, or a format character such as those that change the direction of writing.
    package var isControl: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        // The zero-width joiner is harmless, and many emoji need it.
        case .format: self != "\u{200D}"
        default: false
        }
    }
}

extension String {
    /// The text with control characters escaped, so that a terminal or a browser displays them instead of interpreting
    /// them.
    package var printable: String {
        guard unicodeScalars.contains(where: \.isControl) else { return self }
        return unicodeScalars.reduce(into: "") { text, scalar in
            text += scalar.isControl ? scalar.escaped(asASCII: true) : String(scalar)
        }
    }
}
