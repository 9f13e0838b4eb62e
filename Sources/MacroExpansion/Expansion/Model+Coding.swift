import SwiftSyntax
import SwiftSyntaxBuilder

/// The conformance to `Codable` of a subclass of a class that is `Codable`.
///
/// The compiler synthesizes the members only in the class that declares the conformance. Each imported class has an
/// initializer of its own, and therefore does not inherit the required `init(from:)`.
extension Model {
    func codingMembers() throws -> [DeclSyntax] {
        guard decodes || encodes else { return [] }
        return [writtenKeys, try decodingInitializer(), try encodingMethod()].compactMap(\.self)
    }

    private var decodes: Bool {
        inherits("Decodable")
            && !members.contains {
                $0.decl.as(InitializerDeclSyntax.self)?.signature.firstLabel == "from"
            }
    }

    private var encodes: Bool {
        inherits("Encodable")
            && !members.contains {
                guard let function = $0.decl.as(FunctionDeclSyntax.self) else { return false }
                return function.name.text == "encode" && function.signature.firstLabel == "to"
            }
    }

    /// Returns whether the class inherits a conformance from its superclass and does not declare it, as far as the
    /// inheritance clause shows. Returns `false` if the clause names an unknown protocol, which may refine that of the
    /// conformance. A conformance that an extension declares is not seen.
    private func inherits(_ conformance: String) -> Bool {
        superclass != nil && !lacks(conformance)
            && inheritedTypes.dropFirst().allSatisfy {
                $0.isHook || $0.isKnownProtocol && !$0.mentions("Codable") && !$0.mentions(conformance)
            }
    }

    private var keyType: String { codingKeys == nil ? "ImportedCodingKeys" : "CodingKeys" }

    /// The properties that have a coding key.
    private var codedFields: [Field] {
        guard let codingKeys else { return fields }
        return fields.filter { codingKeys.contains($0.key) }
    }

    private var writtenKeys: DeclSyntax? {
        guard codingKeys == nil, !codedFields.isEmpty else { return nil }
        return """
            private nonisolated enum ImportedCodingKeys: String, CodingKey {
                case \(raw: codedFields.map(\.name.text).joined(separator: ", "))
            }
            """
    }

    private func decodingInitializer() throws -> DeclSyntax? {
        guard decodes else { return nil }
        let head: SyntaxNodeString =
            "\(raw: deprecation)\(raw: access.modifier)required init(from decoder: any Decoder) throws"
        return DeclSyntax(
            try InitializerDeclSyntax(head) {
                if !codedFields.isEmpty {
                    "let values = try decoder.container(keyedBy: \(raw: keyType).self)"
                        as CodeBlockItemSyntax
                }
                for field in codedFields { field.decoding }
                "try super.init(from: decoder)" as CodeBlockItemSyntax
            })
    }

    private func encodingMethod() throws -> DeclSyntax? {
        guard encodes else { return nil }
        let head: SyntaxNodeString =
            "\(raw: deprecation)\(raw: access.modifier)override func encode(to encoder: any Encoder) throws"
        return DeclSyntax(
            try FunctionDeclSyntax(head) {
                "try super.encode(to: encoder)" as CodeBlockItemSyntax
                if !codedFields.isEmpty {
                    "var values = encoder.container(keyedBy: \(raw: keyType).self)" as CodeBlockItemSyntax
                }
                for field in codedFields { field.encoding }
            })
    }
}

extension FunctionSignatureSyntax {
    fileprivate var firstLabel: String? { parameterClause.parameters.first?.firstName.text }
}

extension Field {
    /// `self.breed = try values.decodeIfPresent(String.self, forKey: .breed)`
    fileprivate var decoding: CodeBlockItemSyntax {
        let type = type.wrapped ?? type.bare
        let function = isOptional ? "decodeIfPresent" : "decode"
        return "self.\(name) = try values.\(raw: function)(\(type).self, forKey: .\(name))"
    }

    /// `try values.encodeIfPresent(self.breed, forKey: .breed)`
    fileprivate var encoding: CodeBlockItemSyntax {
        "try values.\(raw: isOptional ? "encodeIfPresent" : "encode")(self.\(name), forKey: .\(name))"
    }
}
