internal import Foundation

/// A maker of the models that a `JSONDecoder` decodes from the texts of records.
@safe
final class RecordDecoder<Model: Decodable>: RecordTextReceiver, ModelMaker {
    private let decoder: JSONDecoder
    private(set) lazy var consumer: any RecordConsumer = RecordTextConsumer(self)
    /// Whether the decoder may keep its data: a subclass may. `JSONDecoder` itself keeps only a copy, and that only if a
    /// model keeps its `Decoder`.
    private let mayKeepData: Bool
    /// The decoded record that is neither delivered nor discarded.
    private let record = UnsafeMutablePointer<Model>.allocate(capacity: 1)
    private var holdsRecord = false
    private var deliver: RecordHandler = { _ in }
    private(set) var errorPath: [JSONPath.Component] = []

    init(_ decoder: JSONDecoder) {
        self.decoder = decoder
        mayKeepData = type(of: decoder) != JSONDecoder.self
    }

    deinit {
        recordDiscarded()
        // SAFETY: the memory contains no record.
        unsafe record.deallocate()
    }

    func receive(_ text: Span<UInt8>, at offset: Int) throws(ImportError) {
        do {
            // SAFETY: the data is used only during the call. The memory contains no record: the last one was delivered
            // or discarded.
            unsafe record.initialize(to: try decoder.decode(Model.self, from: data(text)))
            holdsRecord = true
        } catch {
            errorPath = error.codingPath.map(JSONPath.Component.init)
            throw .rejectedByDecoder(error)
        }
    }

    /// Returns the bytes of a text, which are not copied unless the decoder may keep them. A copy takes 0.8% more
    /// instructions (people).
    private func data(_ text: Span<UInt8>) -> Data {
        // SAFETY: the caller does not use the data after the text, and the decoder does not write to the data.
        unsafe text.withUnsafeBufferPointer { bytes in
            guard !mayKeepData else { return unsafe Data(bytes) }
            return unsafe Data(
                bytesNoCopy: UnsafeMutableRawPointer(mutating: bytes.baseAddress!), count: bytes.count,
                deallocator: .none)
        }
    }

    func recordCompleted(_ completed: borrowing CompletedRecord) throws {
        holdsRecord = false
        // SAFETY: the memory contains a record, which the handler moves out.
        try unsafe deliver(RecordAddress(address: record))
    }

    func recordDiscarded() {
        errorPath = []
        guard holdsRecord else { return }
        holdsRecord = false
        // SAFETY: the memory contains a record, and nothing else deinitializes it.
        unsafe record.deinitialize(count: 1)
    }

    // MARK: - Models

    func deliver(to handler: @escaping RecordHandler) { deliver = handler }

    var lists = ImportSummary()

    func importEnded() {}
}
