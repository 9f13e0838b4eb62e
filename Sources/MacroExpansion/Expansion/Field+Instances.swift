import SwiftSyntax
import SwiftSyntaxBuilder

/// The code that updates and reads the property of an instance.
extension Field {
    /// The assignment in the updating initializer of a struct.
    ///
    ///     self.license = draft.updated(old.license, fields.license)
    ///
    /// Before the assignment, a property with a default has its default value.
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

    /// The assignment in the update method of a class.
    ///
    ///     self.license = draft.updated(self.license, fields.license)
    ///
    /// It is in an `if draft.has(fields.license)`, because an assignment of the old value would call observers.
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
