/// A model that sees each member of its objects before it becomes the value of a property.
///
///     extension Address: ImportIntercepting {
///         static func intercept(_ member: ImportedMember) throws -> MemberDecision {
///             guard member.key == "zip" else { return .keep }
///             guard let zip = member.value as? String else { return .skip }
///             return .replace(zip.filter(\.isNumber))
///         }
///     }
///
/// A type that does not conform pays nothing. Of one that does, each member is made an `Any` first. The events of an array
/// or an object among them are recorded and replayed, in memory proportional to the member.
public protocol ImportIntercepting: Importable {
    /// Decides what becomes of a member of an object, also of one that means no property.
    ///
    /// Called in the order of the input, or of the keys of a dictionary, once for each member but those that are
    /// ignored. With ``NestedObjectPolicy/merge`` and a way to find existing instances, members that are no arrays or
    /// objects may be seen a second time.
    ///
    /// - Returns: what becomes of it. Whatever is thrown rejects the record, with the thrown error as the cause.
    static func intercept(_ member: ImportedMember) throws -> MemberDecision
}

/// A member of an object that is about to become the value of a property.
public struct ImportedMember {
    /// The key as it is spelled in the input.
    public let key: String

    /// The name of the property that the key means; `nil` if it means none, or if a path leads through it.
    public let property: String?

    /// The value, as ``DynamicValue`` has it: a `String`, a `Bool`, a number, an `[Any]`, a `[String: Any]`, or an
    /// `NSNull`.
    ///
    /// A number keeps every digit: it is an `Int`, a `UInt64`, a `Double` whose shortest spelling has the same digits, or a
    /// `Decimal`; a ``JSONValue`` if none of them holds it.
    public let value: Any
}

/// What becomes of a member of an object.
public enum MemberDecision {
    /// It becomes the value of the property that its key means.
    case keep
    /// It is left out, as if the object did not have it, such as one that the hook has dealt with.
    case skip
    /// Another value takes its place: one that is already of the property's type, or one as JSON could have it, to
    /// which the same rules apply.
    case replace(Any)
    /// It is left out, and these values become those of properties, by the names of the properties. Each is as for
    /// ``replace(_:)``. They take precedence over the values that keys have for the same properties, as if they came by a
    /// mapping for the call.
    ///
    ///     case "name":
    ///         let parts = "\(member.value)".split(separator: " ")
    ///         return .set(["firstName": parts.first ?? "", "lastName": parts.last ?? ""])
    ///
    /// The name of no property rejects the record, with ``ImportError/Code/unknownProperty``.
    case set([String: Any])
}
