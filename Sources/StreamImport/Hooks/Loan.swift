internal import Foundation

/// A value that one thread lends to the calls it makes, though the value is not Sendable.
///
/// The loan may be on any thread, and gives the value on the lender's thread only, until the loan ends.
final class Loan<Value> {
    private let lender = pthread_self()
    private var lent: Value?

    init(of value: Value) {
        lent = value
    }

    /// The value.
    ///
    /// - Throws: ``ImportError/Code/instancesInUse`` on another thread than the lender's, and after the end of the loan.
    var value: Value {
        get throws(ImportError) {
            guard pthread_equal(lender, pthread_self()) != 0, let lent else { throw .loanEnded() }
            return lent
        }
    }

    /// Ends the loan. Called by the lender.
    func end() {
        lent = nil
    }
}

// SAFETY: `lent` is read and written by the lender's thread only: `value` compares the threads first, and the lender ends the
// loan before the synchronous call that made it returns, so that no later thread can have the same identity. The values that
// an import takes from what is lent are aliases of it: keeping them on the thread is the caller's part, as
// `reusingInstances(in:_:)` says.
extension Loan: @unchecked Sendable {}

extension ImportError {
    fileprivate static func loanEnded() -> ImportError {
        ImportError(
            .instancesInUse,
            "the instances of a map belong to another thread, or to a call that has returned",
            advice: "import within the call of reusingInstances, without awaiting, or make the type Sendable")
    }
}
