/// A model that validates its instances.
///
///     extension Span: ImportValidating {
///         func validate() throws {
///             guard start <= end else { throw BadSpan() }
///         }
///     }
///
/// The protocol has no cost for types that do not conform.
public protocol ImportValidating: Importable {
    /// Validates an instance after it was created or updated.
    ///
    /// Any error that the method throws rejects the record, with the thrown error as the cause. An instance that was updated
    /// is then restored to its old state.
    func validate() throws
}
