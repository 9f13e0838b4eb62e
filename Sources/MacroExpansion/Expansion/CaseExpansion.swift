import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// The call that creates the plan of one case.
struct CaseExpansion {
    let enumCase: EnumCase
    let model: Model

    /// `cases.append(StreamImport.ImportCase<Event>("push", …))`
    ///
    /// If the type of a value is not importable, the call does not compile. The compiler reports the error for the line of
    /// the case.
    var statement: CodeBlockItemListSyntax {
        let line: CodeBlockItemListSyntax = ["cases.append(\(call))"]
        return line.located(at: location)
    }

    private var location: AbstractSourceLocation? { model.context.errorLocation(of: enumCase.element) }

    private var call: ExprSyntax {
        if enumCase.isUnknown { return payload(arguments: "unknown: \(literal)") }
        if enumCase.values.isEmpty { return empty }
        let isWholePayload =
            enumCase.values.count == 1
            && (model.isSelectedByKey || enumCase.unlabelled.count == 1 && model.content == nil)
        return isWholePayload
            ? payload(arguments: "\(arguments), payload: \(enumCase.values[0].type).self") : fields
    }

    private var type: String { "StreamImport.ImportCase<\(model.name)>" }
    private var pattern: String {
        // Swift does not read these names as cases after the name of a type, even in backticks.
        let isReserved = ["Type", "init", "self"].contains(enumCase.key)
        return "\(isReserved ? "" : model.name.text).\(enumCase.name)"
    }
    private var literal: String { StringLiteralExprSyntax(content: enumCase.key).description }

    private var arguments: String {
        let keys = enumCase.keys.map(\.expression.trimmedDescription)
        return keys.isEmpty ? literal : "\(literal), keys: [\(keys.joined(separator: ", "))]"
    }

    private var empty: ExprSyntax {
        """
        \(raw: type)(\(raw: arguments)) {
            \(raw: pattern)
        } isCase: { model in
            if case \(raw: pattern) = model {
                true
            } else {
                false
            }
        }
        """
    }

    private func payload(arguments: String) -> ExprSyntax {
        let label = enumCase.values[0].label.map { "\($0.text): " } ?? ""
        return """
            \(raw: type)(\(raw: arguments)) { payload in
                \(raw: pattern)(\(raw: label)payload)
            } unwrap: { model in
                if case \(raw: pattern)(let payload) = model {
                    payload
                } else {
                    nil
                }
            }
            """
    }

    // MARK: - Fields

    private var fields: ExprSyntax {
        let fields = enumCase.values.map { CaseField(value: $0, content: model.content?.trimmed) }
        let declarations = fields.map { field in
            guard let location, !field.value.type.isKnownImportable(in: model.name) else {
                return field.declaration
            }
            return "\(location.directive)\n    \(field.declaration)"
        }
        .joined(separator: "\n    ")
        let values = fields.map(\.made).joined(separator: ", ")
        let updated = fields.map(\.updated).joined(separator: ", ")
        let old = fields.map { "let old\($0.value.position)" }.joined(separator: ", ")
        let added = fields.map { "values.add(old\($0.value.position), field\($0.value.position))" }
            .joined(separator: "\n            ")
        return """
            \(raw: type)(\(raw: arguments)) { fields in
                \(raw: declarations)
                return StreamImport.ModelOperations(
                    make: { draft in
                        \(raw: pattern)(\(raw: values))
                    },
                    update: { draft, old in
                        guard case \(raw: pattern)(\(raw: old)) = old else {
                            return old
                        }
                        return \(raw: pattern)(\(raw: updated))
                    },
                    decompose: { old, values in
                        guard case \(raw: pattern)(\(raw: old)) = old else {
                            return
                        }
                        \(raw: added)
                    },
                    properties: {
                        [:]
                    })
            }
            """
    }
}

/// An associated value that is read from a member of the object.
private struct CaseField {
    let value: EnumCase.Value
    let content: ExprSyntax?

    private var field: String { "field\(value.position)" }
    private var old: String { "old\(value.position)" }
    private var label: String { value.label.map { "\($0.text): " } ?? "" }

    var declaration: String {
        "let \(field) = fields.\(role)(\(names), \(draftType).self\(keys))"
    }

    private var names: String {
        value.label.map { StringLiteralExprSyntax(content: $0.unescapedText).description }
            ?? content?.description ?? ""
    }

    /// The content may be a path.
    private var keys: String { value.label == nil ? content.map { ", keys: [\($0)]" } ?? "" : "" }

    private var isOptional: Bool { value.type.wrapped != nil }

    private var role: String {
        value.defaultValue != nil ? "defaulted" : isOptional ? "optional" : "required"
    }

    private var draftType: TypeSyntax {
        value.defaultValue == nil ? value.type.wrapped ?? value.type : value.type
    }

    var made: String {
        let value = "draft[\(field)]"
        return label + (self.value.defaultValue.map { "\(value) ?? \($0)" } ?? value)
    }

    var updated: String {
        let argument = value.defaultValue.map { ", default: \($0)" } ?? ""
        return "\(label)draft.updated(\(old), \(field)\(argument))"
    }
}

/// The plan of an enum with associated values.
extension Model {
    private var caseStatements: CodeBlockItemListSyntax {
        let statements = cases.map { CaseExpansion(enumCase: $0, model: self).statement }
        return CodeBlockItemListSyntax(
            statements.enumerated().flatMap { index, items in
                index == 0 ? items : items.with(\.leadingTrivia, .newline)
            })
    }

    func casePlanDeclaration(_ discriminator: ExprSyntax) -> DeclSyntax {
        let indices = cases.enumerated().map { "case .\($1.name): \($0)" }.joined(separator: "\n        ")
        let body: CodeBlockItemListSyntax = """
            var cases: [StreamImport.ImportCase<\(name)>] = []
            \(caseStatements)
            return StreamImport.ImportPlan(
                \(name).self, discriminator: \(discriminator), cases: cases,
                index: { model in
                    switch model {
                    \(raw: indices)
                    }
                })
            """
        guard mayStoreItsPlan else {
            return """
                \(raw: deprecation)\(raw: access.modifier)nonisolated static var importPlan: StreamImport.ImportPlan {
                    \(body)
                }
                """
        }
        // The closure has a type, and the property has none, so that the compiler reports errors in the closure. Otherwise it
        // crashes.
        return """
            \(raw: deprecation)\(raw: access.modifier)nonisolated static let importPlan = { () -> StreamImport.ImportPlan in
                \(body)
            }()
            """
    }
}
