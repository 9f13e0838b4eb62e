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
