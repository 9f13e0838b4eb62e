import SwiftSyntax

/// The attribute of the members that name deprecated properties or cases. Code that is deprecated itself may use deprecated
/// declarations without a warning.
extension Model {
    /// The attributes with which the properties or cases are deprecated, and a space; empty if none is.
    var deprecation: String {
        let attributed =
            properties.map(\.variable.attributes) + conditionalProperties.map(\.variable.attributes)
            + cases.map(\.declaration.attributes)
        var attributes: [String] = []
        for attribute in attributed.flatMap({ $0.attributes(named: "available") }) {
            guard let deprecation = attribute.deprecation, !attributes.contains(deprecation) else { continue }
            attributes.append(deprecation)
        }
        return attributes.map { "\($0) " }.joined()
    }
}

extension AttributeSyntax {
    /// The attribute with only its platform and its deprecation; `nil` if it deprecates nothing.
    fileprivate var deprecation: String? {
        guard let arguments = arguments?.as(AvailabilityArgumentListSyntax.self),
            let platform = arguments.first?.argument.trimmedDescription.split(separator: " ").first,
            let deprecated = arguments.first(where: {
                $0.argument.firstToken(viewMode: .sourceAccurate)?.text == "deprecated"
            })
        else { return nil }
        return "@available(\(platform), \(deprecated.argument.trimmedDescription))"
    }
}
