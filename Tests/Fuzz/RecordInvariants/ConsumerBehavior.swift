/// The treatment of records by a ``TranscriptConsumer``.
package struct ConsumerBehavior: Sendable {
    package enum Records: Sendable, CaseIterable {
        case takesEvents
        /// The consumer receives arrays and objects as text.
        case takesText
        /// The consumer rejects every third record at its last event.
        case rejectsThird
        /// The consumer throws at the third record. The error ends the import.
        case throwsAtThird
        /// The consumer asks for the token and the location of each scalar.
        case asksForTokens
        /// The consumer suppresses all scalars of arrays and objects.
        case suppressesScalars
    }

    package var records = Records.takesEvents
    package var takesObjectsOnly = false
    /// Whether the consumer marks opening brackets, and records their locations at the end of the array or object.
    package var marksBrackets = false

    package init() {}
}

/// An error of a consumer that is not an ``ImportError``.
package struct TestError: Error {}
