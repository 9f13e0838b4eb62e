/// What a ``TranscriptConsumer`` does with the records that it receives.
package struct ConsumerBehavior: Sendable {
    package enum Records: Sendable, CaseIterable {
        case takesEvents
        /// Arrays and objects are received as text.
        case takesText
        /// Each third record is rejected at its last event.
        case rejectsThird
        /// The third record ends the import.
        case throwsAtThird
        /// The token and the location of each scalar are asked for.
        case asksForTokens
        /// All scalars of arrays and objects are muted.
        case suppressesScalars
    }

    package var records = Records.takesEvents
    package var takesObjectsOnly = false
    /// Whether it marks opening brackets, and writes down where they are when the array or object ends.
    package var marksBrackets = false

    package init() {}
}

/// What a consumer throws that is not an ``ImportError``.
package struct TestError: Error {}
