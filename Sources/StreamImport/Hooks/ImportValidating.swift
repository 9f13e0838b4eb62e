/// A model that has the last word on its instances.
///
///     extension Span: ImportValidating {
///         func validate() throws {
///             guard start <= end else { throw BadSpan() }
///         }
///     }
///
/// A type that does not conform pays nothing.
public protocol ImportValidating: Importable {
    /// Looks at an instance that was made or updated.
    ///
    /// Whatever it throws rejects the record, with the thrown error as the cause. An instance that was updated is as
    /// it was before, then.
    func validate() throws
}
