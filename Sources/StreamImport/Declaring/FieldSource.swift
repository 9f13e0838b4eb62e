/// Where the value of a property comes from if it is not a member of the object.
///
/// See ``Key(from:)``.
public enum FieldSource: Hashable, Sendable {
    /// The name of the member whose value is the object.
    ///
    /// Records have a name if they are the values of an object, as at the path `users.*`, and so do the objects in a dictionary and
    /// the value of a property. An element of an array and a value at the top level have none. The key of a dictionary that is not
    /// a string has the text that an export writes.
    ///
    /// The type of the property conforms to ``ImportableKey``, or is made from a string.
    case memberName

    /// A member of an object around the record, by its path from that object: `meta.run`. Of several objects that have the member,
    /// the innermost counts.
    ///
    /// The member must stand before the records; otherwise the import fails with ``ImportError/Code/pathNotFound``. An
    /// ``InputPart`` that does not begin with the input has no text before its records, so its import fails. Without a path that
    /// leads through objects, and in an import from dictionaries, the member is missing.
    case enclosing(JSONPath)

    /// The path, unless it leads to a single member; otherwise `nil`.
    var invalidPath: JSONPath? {
        guard case .enclosing(let path) = self else { return nil }
        let isValid = !path.components.contains(.wildcard) && (try? path.validate()) != nil
        if isValid, case .key? = path.components.first { return nil }
        return path
    }
}

extension FieldDescription {
    /// The value of the field as an error names it if it is missing.
    var missingValue: String {
        switch source {
        case .memberName: "\(name.debugDescription) (the name of the member)"
        case .enclosing(let path): "\(path.relativeDescription.debugDescription) (around the record)"
        case nil: (keys.first ?? nameKey).debugDescription
        }
    }
}

extension ImportError {
    static func invalidSource(_ path: JSONPath, type: String) -> ImportError {
        ImportError(
            .invalidPlan,
            "expected the path of a member around the records of \(type), found \(path.relativeDescription.debugDescription)",
            advice: "write a path without wildcards, such as meta.run")
    }
}
