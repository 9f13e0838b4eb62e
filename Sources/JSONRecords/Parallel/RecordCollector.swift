/// A collector of what the records of a segment become, such as models or rows.
///
/// Each thread of a ``ParallelReader`` has a collector.
package protocol RecordCollector: AnyObject, SendableMetatype {
    associatedtype Batch

    /// The consumer of the records.
    var consumer: any RecordConsumer { get }

    /// Returns what the records since the last call have become.
    func takeBatch() -> Batch
}
