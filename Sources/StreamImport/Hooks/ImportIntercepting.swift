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
