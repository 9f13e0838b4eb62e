/// A model that has existing instances, which an import updates instead of creating new ones.
///
///     extension Person: ImportUniquing {
///         static func existing(_ values: borrowing LookupDraft) throws -> Person? {
///             try values[\Person.id].flatMap { store.person($0) }
///         }
///     }
///
/// An existing instance gets the values that were read, and is used as the result. Keys of required properties may then
/// be missing. To create instances in its own way, a type returns an instance that it has just created.
///
/// A class that is not final declares `Self?` as the type, and casts: `store.person(id) as? Self`.
///
/// An instance of a subclass is updated as an instance of that subclass. The events of an object of a class are
/// therefore recorded and replayed, in memory proportional to the object: the import finds the instance when it first
/// reads the object, and updates the instance in the replay.
///
/// ``ImportOptions/reuseInstances(of:existing:)`` does the same for one import. The protocol has no cost for types
/// that do not conform.
public protocol ImportUniquing: Importable {
    /// Returns the existing instance that an object refers to.
    ///
    /// - Parameter values: the values that were read from the object.
    /// - Returns: the instance, or `nil` to have a new one created. Any error that is thrown rejects the record, with
    ///   the thrown error as the cause.
    static func existing(_ values: borrowing LookupDraft) throws -> Self?
}
