import SwiftSyntax
import SwiftSyntaxBuilder

/// What is done with the property of an instance.
extension Field {
    /// `self.license = draft.updated(old.license, fields.license)`, in the initialiser of a struct.
    ///
    /// Until it is assigned, a property has its default.
    var updatingAssignment: CodeBlockItemSyntax {
        guard isDynamic, role == .defaulted else {
            return assignment(of: "old.\(name)", default: "self.\(name)")
        }
        return """
            if let value = draft[fields.\(name)] {
                self.\(name) = value\(raw: unwrapping)
            } else if !draft.has(fields.\(name)) {
                self.\(name) = old.\(name)
            }
            """
    }

    /// `self.license = draft.updated(self.license, fields.license)`, in the method of a class, if something was read:
    /// otherwise an observer would be called in vain.
    var update: CodeBlockItemSyntax {
        let initialValue = initialValue?.description ?? ""
        guard isDynamic, role == .defaulted else {
            return """
                if draft.has(fields.\(name)) {
                    \(assignment(of: "self.\(name)", default: initialValue))
                }
                """
        }
        return """
            if let value = draft[fields.\(name)] {
                self.\(name) = value\(raw: unwrapping)
            } else if draft.has(fields.\(name)) {
                self.\(name) = \(raw: initialValue)
            }
            """
    }

    private func assignment(of old: String, default value: String) -> CodeBlockItemSyntax {
        var arguments = [wrapped(old), role == .extras ? "merging: fields.\(name)" : "fields.\(name)"]
        if role == .defaulted { arguments.append("default: \(value)") }
        return "self.\(name) = draft.updated(\(raw: arguments.joined(separator: ", ")))\(raw: unwrapping)"
    }

    /// `try draft.requireUnchanged(self.id, fields.id, property: "id")`
    var constantCheck: CodeBlockItemSyntax {
        let label = role == .extras ? "merging: " : ""
        return """
            try draft.requireUnchanged(\(raw: wrapped("self.\(name)")), \(raw: label)fields.\(name), property: \(literal))
            """
    }

    /// `values.add(self.license, fields.license)`
    var decompose: CodeBlockItemSyntax {
        "values.add(\(raw: wrapped("self.\(name)")), fields.\(name))"
    }
}
