/// The types around a declaration in generated source code.
struct SourceScope {
    /// The number of types around the declaration.
    private(set) var depth = 0
    /// The names of types that no nested type may have: the types around the declaration, and those that it uses.
    private(set) var typeNames: [String] = []

    var indent: String { String(repeating: "    ", count: depth) }

    /// Returns the scope inside a type.
    ///
    /// - Parameter used: the names of types in the scope that the contents of the type use.
    func inside(_ name: String, using used: [String] = []) -> Self {
        Self(depth: depth + 1, typeNames: typeNames + [name] + used)
    }
}

/// The names of the types that are nested in a type.
struct TypeNames {
    private var taken: Set<String>
    private(set) var suffixes = NameSuffixes()

    init(taken: [String]) {
        self.taken = Set(taken)
    }

    /// Returns a name for the type of a property's values.
    mutating func name(for property: ModelProperty, around object: ModelObject) -> String {
        let key = property.profile.path.key ?? property.name
        let plural = SwiftName.type(key) ?? "Value"
        return name(property.type.isCollection ? SwiftName.singular(plural) : plural, around: object)
    }

    /// Returns a name that begins with a text. No property of the type has the same name.
    mutating func name(_ text: String, around object: ModelObject) -> String {
        let start = SwiftName.reservedTypeNames.contains(text) ? text + "Value" : text
        let propertyNames = Set(object.properties.map(\.name))
        while true {
            let name = start + suffixes.next(for: start)
            if !propertyNames.contains(name), taken.insert(name).inserted { return name }
        }
    }
}
