/// A property of a model, for one key of its objects.
struct ModelProperty {
    /// The name, without backticks.
    let name: String
    /// The argument of `@Key`; `nil` if the name alone matches the key.
    let key: String?
    /// The profile of the values with the key.
    let profile: PathProfile
    var type: ModelType

    init(name: String, key: String?, profile: PathProfile) {
        self.name = name
        self.key = key
        self.profile = profile
        type = ModelType(profile)
    }

    /// Returns the declaration, such as `@Key("a-b") let aB: Int?`, in two lines if one line would be too long.
    func declaration(object: String, indent: String) -> String {
        ModelSource.declaration(
            "let \(SwiftName.escaped(name)): \(typeText(object: object))", key: key, indent: indent)
    }

    /// Returns the type, which is optional if some objects do not have the key.
    ///
    /// - Parameter object: the name of the type for the objects among the values.
    func typeText(object: String) -> String {
        let isMissing = profile.occurrences < profile.possibleOccurrences
        let text = type.text(object: object)
        return isMissing && !text.hasSuffix("?") ? text + "?" : text
    }
}
