/// A property of a model, for one key of its objects.
struct ModelProperty {
    /// The name, without backticks.
    let name: String
    /// The argument of `@Key`; `nil` if the name alone matches the key.
    let key: String?
    /// The profile of the values with the key.
    let profile: PathProfile
    let type: ModelType

    init(name: String, key: String?, profile: PathProfile) {
        self.name = name
        self.key = key
        self.profile = profile
        type = ModelType(profile)
    }

    /// Returns the declaration, such as `@Key("a-b") let aB: Int?`, in two lines if one line would be too long.
    func declaration(object: String, indent: String) -> String {
        let isMissing = profile.occurrences < profile.possibleOccurrences
        let text = type.text(object: object)
        let isOptional = isMissing && !text.hasSuffix("?")
        let property = "let \(SwiftName.escaped(name)): \(text)\(isOptional ? "?" : "")"
        guard let key else { return indent + property }
        let attribute = "@Key(\(SwiftName.literal(key)))"
        let isLong = indent.count + attribute.count + 1 + property.count > ModelSource.lineLength
        return indent + attribute + (isLong ? "\n" + indent : " ") + property
    }
}
