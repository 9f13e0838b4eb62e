internal import Foundation

/// A value that one thread lends to the calls that it makes, although the value is not `Sendable`.
///
/// A loan may be passed to any thread. It returns the value only on the lender's thread, until the loan ends.
final class Loan<Value> {
    private let lender = pthread_self()
    private var lent: Value?

    init(of value: Value) {
        lent = value
    }

    /// The value.
    ///
    /// - Throws: ``ImportError/Code/instancesInUse`` on a thread other than the lender's, and after the end of the
    ///   loan.
    var value: Value {
        get throws(ImportError) {
            guard pthread_equal(lender, pthread_self()) != 0, let lent else { throw .loanEnded() }
            return lent
        }
    }

    /// Ends the loan. Only the lender calls this.
    func end() {
        lent = nil
    }
}

// SAFETY: only the lender's thread reads and writes `lent`: `value` compares the threads first, and only the lender
// calls `end`. The lender does so before the synchronous call that created the loan returns. The lender's thread
// therefore exists as long as the loan, and no other thread can have its identity. Objects that an import gets from the
// lent value stay on the thread, as the documentation of `reusingInstances(in:_:)` requires of its caller.
extension Loan: @unchecked Sendable {}

extension ImportError {
    fileprivate static func loanEnded() -> ImportError {
        ImportError(
            .instancesInUse,
            "the instances of an IdentityMap were used on another thread, or after reusingInstances returned",
            advice: "import inside the reusingInstances call without awaiting, or make the type Sendable")
    }
}
