internal import SQLiteSupport

extension RowStatement {
    /// Binds a value to a parameter, with an index counted from 1. The texts stay valid and unmoved until the parameter
    /// is bound again, or ``clear()`` is called.
    func bind(_ value: RowBatch.Value, _ texts: UnsafeBufferPointer<UInt8>, at index: Int32) {
        switch value {
        case .null, .absent: bindNull(at: index)
        case .integer(let value): bind(value, at: index)
        case .real(let value): bind(value, at: index)
        case .text(let start, let count):
            // SAFETY: The text lies within the batch's texts, which do not move while the statement runs.
            unsafe bind(
                borrowedText: texts.baseAddress.map { unsafe $0 + start }, count: Int(count), at: index)
        }
    }
}
