/// A collector of the models that one of several threads makes.
final class ModelCollector<Model>: RecordCollector {
    /// The models of consecutive records, and the entries of these records in the lists of the summary.
    typealias Batch = (records: RecordQueue<Model>, lists: ImportSummary)

    private let maker: any ModelMaker
    private let output = RecordQueue<Model>()
    let consumer: any RecordConsumer

    init(_ maker: any ModelMaker) {
        self.maker = maker
        consumer = maker.makeConsumer { [output] in output.append($0) }
    }

    func takeBatch() -> Batch {
        let records = RecordQueue<Model>()
        records.exchange(with: output)
        return (records, maker.takeLists())
    }
}

/// A collector that passes each model to a function, on the thread that made the model.
final class ModelHandler: RecordCollector {
    private let maker: any ModelMaker
    let consumer: any RecordConsumer

    /// - Parameter handle: takes each record, with its number. An error that it throws ends the import.
    init(_ maker: any ModelMaker, _ handle: @escaping (RecordAddress, Int) throws -> Void) {
        self.maker = maker
        let context = maker.context
        consumer = maker.makeConsumer { try handle($0, context.value.source.recordNumber) }
    }

    /// Returns the entries of the records in the lists of the summary.
    func takeBatch() -> ImportSummary { maker.takeLists() }
}
