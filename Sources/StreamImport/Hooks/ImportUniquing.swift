/// A model of which there are instances already, which are updated instead of made anew.
///
///     extension Person: ImportUniquing {
///         static func existing(_ values: borrowing LookupDraft) throws -> Person? {
///             try values[\Person.id].flatMap { store.person($0) }
///         }
///     }
///
/// An existing instance gets the values that were read and is handed on; keys that were not read need not be there.
/// This is also how a type chooses how its instances are made: it returns one that it has just made.
///
/// A class that is not final declares `Self?` as the type, and casts: `store.person(id) as? Self`.
///
/// An instance of a subclass is updated as what it is. The events of an object of a class are therefore recorded and
/// replayed, in memory proportional to the object: the first reading finds the instance.
///
/// For one import ``ImportOptions/reuseInstances(of:existing:)`` does the same. A type that does not conform pays nothing.
public protocol ImportUniquing: Importable {
    /// The instance that an object means.
    ///
    /// - Parameter values: what was read of the object.
    /// - Returns: `nil` if there is none, so that one is made. Whatever is thrown rejects the record, with the thrown
    ///   error as the cause.
    static func existing(_ values: borrowing LookupDraft) throws -> Self?
}
