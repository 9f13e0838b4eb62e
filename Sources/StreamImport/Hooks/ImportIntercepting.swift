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
/// The protocol has no cost for types that do not conform. In a type that conforms, each member is first converted to
/// an `Any`. If a member is an array or an object, its events are recorded and replayed, in memory proportional to
/// the member.
public protocol ImportIntercepting: Importable {
    /// Decides how a member of an object is handled, even if it has no property.
    ///
    /// Called in the order of the input, or of the keys of a dictionary, once for each member except ignored ones.
    /// With ``NestedObjectPolicy/merge`` and a lookup of existing instances, it may be called a second time for
    /// members that are not arrays or objects.
    ///
    /// - Returns: the decision. Any error that is thrown rejects the record, with the thrown error as the cause.
    static func intercept(_ member: ImportedMember) throws -> MemberDecision
}

/// A member of an object that is about to become the value of a property.
public struct ImportedMember {
    /// The key, as spelled in the input.
    public let key: String

    /// The name of the property that the key is bound to; `nil` if there is none, or if the key is only part of a
    /// path.
    public let property: String?

    /// The value, as in ``DynamicValue``: a `String`, a `Bool`, a number, an `[Any]`, a `[String: Any]`, or an
    /// `NSNull`.
    ///
    /// A number keeps every digit: it is an `Int`, a `UInt64`, a `Double` whose shortest spelling has the same
    /// digits, or a `Decimal`. It is a ``JSONValue`` if none of them can hold it.
    public let value: Any
}

/// The decision of a model about a member of an object.
public enum MemberDecision {
    /// The member becomes the value of the property that its key is bound to.
    case keep
    /// The member is skipped, as if the object did not have it. A hook that has handled a member itself returns this.
    case skip
    /// The value is replaced by another one: a value of the property's type, or one that JSON could contain, to which
    /// the same rules apply.
    case replace(Any)
    /// The member is skipped, and these values are set, by the names of the properties. Each is a value as in
    /// ``replace(_:)``. They take precedence over the values of keys for the same properties, like a mapping in the
    /// options.
    ///
    ///     case "name":
    ///         let parts = "\(member.value)".split(separator: " ")
    ///         return .set(["firstName": parts.first ?? "", "lastName": parts.last ?? ""])
    ///
    /// A name without a property rejects the record, with ``ImportError/Code/unknownProperty``.
    case set([String: Any])
}
