internal import Foundation

/// A model that receives each member of its objects before the member becomes the value of a property.
///
///     extension Address: ImportIntercepting {
///         static func intercept(_ member: ImportedMember) throws -> MemberDecision {
///             guard member.key == "zip" else { return .keep }
///             guard let zip = member.value as? String else { return .skip }
///             return .replace(zip.filter(\.isNumber))
///         }
///     }
///
/// The protocol has no cost for types that do not conform. In a type that conforms, the value of each member is first
/// converted to an `Any`. If the value is an array or an object, its events are recorded and replayed, in memory
/// proportional to the value.
public protocol ImportIntercepting: Importable {
    /// Decides how a member of an object is handled. The key of the member need not be bound to a property.
    ///
    /// Called once for each member except ignored ones, in the order of the text, or in the order of the sorted keys of
    /// a dictionary. With a lookup of existing instances, the members whose values are arrays or objects may be last. If
    /// the instance is of a subclass, the function of the class receives the other members first, and then that of the
    /// subclass receives all members.
    ///
    /// - Returns: the decision. Any error that is thrown rejects the record, with the thrown error as the cause.
    static func intercept(_ member: ImportedMember) throws -> MemberDecision
}

/// A member of an object that is about to become the value of a property.
public struct ImportedMember {
    /// The key, as spelled in the input.
    public let key: String

    /// The name of the property that the key is bound to; `nil` if the key is bound to no property, or is only the
    /// first component of a path.
    public let property: String?

    /// The value, as in ``DynamicValue``: a `String`, a `Bool`, a number, an `[Any]`, a `[String: Any]`, or an
    /// `NSNull`.
    ///
    /// Unlike in ``DynamicValue``, a number keeps every digit: it is an `Int`, a `UInt64`, a `Double` whose shortest
    /// spelling has the same digits, or a `Decimal`. A number that none of these types can hold is a ``JSONValue``.
    public let value: Any
}

/// The decision of a model about a member of an object.
public enum MemberDecision {
    /// The member becomes the value of the property that its key is bound to.
    case keep
    /// The member is skipped, as if the object did not have it. Return this for a member that the hook has handled
    /// itself.
    case skip
    /// The value is replaced by another one: a value of the property's type, or a value that JSON can contain, which is
    /// converted like a value of the input.
    case replace(Any)
    /// The member is skipped, and the properties with these names get these values. ``replace(_:)`` documents which
    /// values are allowed. The values take precedence over values that keys have for the same properties, like those of
    /// a mapping in the options.
    ///
    ///     case "name":
    ///         let parts = "\(member.value)".split(separator: " ")
    ///         return .set(["firstName": parts.first ?? "", "lastName": parts.last ?? ""])
    ///
    /// A name that no property has rejects the record, with ``ImportError/Code/unknownProperty``.
    case set([String: Any])
}

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

/// A model whose hooks must be called in the order of the input, on one thread.
///
///     extension Entry: ImportOrdering {}
///
/// An import of such a model, or of a model that contains it, parses on one thread whatever ``ImportOptions/parallelism``
/// says. Models with hooks that depend on earlier records conform to the protocol.
public protocol ImportOrdering: Importable {}

/// A reference to a value that is not `Sendable`, for the calls of one scope.
///
/// A reference may be passed to any thread. It returns the value only on the thread of the scope, until the scope ends.
final class ScopedReference<Value> {
    private let owner = pthread_self()
    private var referenced: Value?

    init(to value: Value) {
        referenced = value
    }

    /// The value.
    ///
    /// - Throws: ``ImportError/Code/instancesInUse`` on another thread, and after the end of the scope.
    var value: Value {
        get throws(ImportError) {
            guard pthread_equal(owner, pthread_self()) != 0, let referenced else {
                throw ImportError(
                    .instancesInUse,
                    "the instances of an IdentityMap were used on another thread, or after reusingInstances returned",
                    advice:
                        "import inside the reusingInstances call without awaiting, or make the type Sendable"
                )
            }
            return referenced
        }
    }

    /// Ends the scope. Only the thread of the scope calls this.
    func end() {
        referenced = nil
    }
}

// SAFETY: only the thread of the scope reads and writes `referenced`: `value` compares the threads first, and only this thread
// calls `end`. It does so before the synchronous call that created the reference returns. The thread therefore exists as long as
// the scope, and no other thread can have its identity. Objects that an import gets from the value stay on the thread, as the
// documentation of `reusingInstances(in:_:)` requires of its caller.
extension ScopedReference: @unchecked Sendable {}
