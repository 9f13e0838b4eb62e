/// Takes records event by event: brackets, keys and scalars, by the calls in ``events``.
///
/// A consumer knows one record. It never sees a chunk, a line, or what is around the records. Its callbacks count brackets
/// with the context, tell the context's reader when the record is complete or wrong, as the last thing that they do, and
/// return what the reader returns. The consumer is then told what becomes of the record.
package protocol RecordConsumer: AnyObject {
    /// What is called for each event of a record.
    var events: Pinned<EventTable> { get }

    /// Handed to each of these calls; see ``ConsumerMemory``. Must be valid as long as the consumer.
    var context: Pinned<EventContext> { get }

    /// Whether records that are not objects are rejected, without an event.
    var takesObjectsOnly: Bool { get }

    /// Where in the record the event is that is being reported, from the record's root.
    var path: [JSONPath.Component] { get }

    /// The first byte of the text was read.
    ///
    /// - Throws: what makes reading on useless.
    func readingBegan() throws

    /// A record is complete, and was not rejected: the one whose events came last.
    ///
    /// - Throws: what ends the import, and is rethrown as it is.
    func recordCompleted(_ record: borrowing CompletedRecord) throws

    /// A record was passed over, without an event.
    ///
    /// - Throws: what ends the import, and is rethrown as it is.
    func recordSkipped(number: Int) throws

    /// What came since the last complete record is void: the record was rejected, or the input ended in it.
    ///
    /// - Throws: what ends the import.
    func recordDiscarded() throws

    /// Text is about to be forgotten that was read: the last chance to ask for locations in it.
    func windowWillSlide()
}

extension RecordConsumer {
    package var takesObjectsOnly: Bool { false }
    package func readingBegan() {}
    package func recordSkipped(number: Int) throws {}
    package func windowWillSlide() {}
}

/// A record that was not rejected, as its consumer is told of it.
@safe
package struct CompletedRecord: ~Copyable {
    // SAFETY: the reader lends itself for the call that hands out the record.
    @safe unowned(unsafe) let reader: RecordReader
    let start: Int?
    let end: Int?

    /// The record's number, counted from 1; rejected ones count.
    package var number: Int { reader.recordNumber }

    /// Where the record is in the text, in bytes.
    package var range: Range<Int> { reader.range(from: start, to: end) }

    /// The record's own text; `nil` unless ``ReadOptions/keepsRejectedText`` is set.
    package var text: String? { reader.retainedText(range) }
}
