/// The use of the texts of rejected records.
package enum RejectedTexts: Sendable {
    /// The texts are not used, so the window does not retain them.
    case discarded
    /// The texts are copied to ``RejectedRecord/text``.
    case kept
    /// The closure receives each rejected record instead of ``ReadOptions/onRejected``, with the bytes of the record's
    /// text in the window; `nil` if the window does not hold all of them. The bytes may not be valid UTF-8.
    case lent(to: @Sendable (RejectedRecord, Span<UInt8>?) throws -> Void)
}

extension ReadOptions {
    /// Whether ``RejectedRecord/text`` contains the text of a rejected record.
    package var keepsRejectedText: Bool {
        get { if case .kept = rejectedTexts { true } else { false } }
        set { rejectedTexts = newValue ? .kept : .discarded }
    }

    /// Whether the window retains the text of each record until the record is delivered or rejected.
    var retainsRejectedText: Bool {
        if case .discarded = rejectedTexts { false } else { true }
    }

    /// Whether a closure receives the rejected records.
    var reportsRejected: Bool {
        if case .lent = rejectedTexts { true } else { onRejected != nil }
    }

    /// Calls the closure that receives rejected records, if one is set.
    ///
    /// Must not be called during a modification of the state of the import's summary, because the closure may read
    /// the summary.
    ///
    /// - Throws: the error of the closure, as a ``RethrownError``.
    package func report(_ record: RejectedRecord, text: Span<UInt8>?) throws(RethrownError) {
        do {
            if case .lent(let receive) = rejectedTexts {
                try receive(record, text)
            } else {
                try onRejected?(record)
            }
        } catch {
            throw RethrownError(error: error)
        }
    }
}
