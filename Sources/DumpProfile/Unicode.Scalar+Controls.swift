extension Unicode.Scalar {
    /// Whether it changes how the text around it is shown, instead of being shown: a control character, a separator of
    /// lines, or a mark such as those that turn the direction of writing.
    package var isControl: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        // Only the joiner is harmless, and many emoji need it.
        case .format: self != "\u{200D}"
        default: false
        }
    }
}
