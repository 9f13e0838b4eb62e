/// A maker of the models of one thread: a binder, or a decoder.
///
/// One thread uses a maker at a time.
protocol ModelMaker: AnyObject {
    /// The context of the consumer.
    var context: Pinned<EventContext> { get }

    /// Makes a consumer for the records of a reader. The caller can use the consumer as long as the maker exists.
    ///
    /// - Parameter deliver: takes each record. An error that it throws ends the import.
    func makeConsumer(deliver: @escaping RecordHandler) -> any RecordConsumer

    /// Returns and empties the lists of the summary.
    func takeLists() -> ImportSummary

    /// Returns the summary of an import whose records the maker has made.
    func summary(_ records: RecordSummary) -> ImportSummary
}

/// The makers of the models of one import, one for each thread.
struct ModelMakers {
    /// Whether the models must be made in the order of the records.
    let needsOrder: Bool
    /// Returns a maker that no other thread uses.
    let take: () -> any ModelMaker
}

/// A function that prepares an import with the options.
typealias MakeModels = @Sendable (ImportOptions) -> ModelMakers
