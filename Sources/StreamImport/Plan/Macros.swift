#if Macros
    /// Makes a struct, a class or an enum with raw values conform to ``StreamImport/Importable``.
    ///
    ///     @Importable
    ///     struct Repo {
    ///         var id: Int                                         // required
    ///         @Key("stargazers_count", "watchers") var stars = 0  // other names; 0 if all are missing
    ///         @Key("license.spdx_id") var license: String?        // a nested value; nil if it is missing
    ///         @DateFormat(.iso8601) var pushedAt: Date?
    ///         @Ignored var note = ""
    ///     }
    ///
    /// Every stored property is imported, including private ones. The key of a property with a default or of an
    /// optional type may be missing; the key of any other property is required. Computed, static and lazy properties,
    /// constants with a value (`let version = 2`), and properties marked ``Ignored()`` are not imported. The keys of
    /// constants and ignored properties are skipped. The type of a property may be omitted if the default shows it: a
    /// literal, `[String]()`, `Date()`, `0 as Int64`. Properties of the types `Any`, `[Any]` and `[String: Any]` take
    /// any value, any array or any object.
    ///
    /// A subclass of an importable class imports the properties of its superclass and its own; both classes must be
    /// marked. A class with another superclass imports its own properties, and calls `super.init()`. In a generic
    /// type, parameters in the types of imported properties must conform to ``StreamImport/Importable``.
    ///
    /// A struct keeps its initializers. A class gets an initializer, and therefore inherits none, not even required
    /// ones. A class keeps its implicit `init()` only if it names no superclass, and if every protocol that it names is a
    /// common one of the standard library or Foundation, or a hook of this library. If two properties in a hierarchy have the
    /// same name, or two have ``Extras()``, an import fails with ``ImportError/Code/invalidPlan``.
    ///
    /// In a subclass of a `Codable` class, the macro writes the members that the compiler does not: `init(from:)` and
    /// `encode(to:)`, with the imported properties.
    ///
    /// Instances can be updated and exported as well, with the imported properties. In an update, a constant of a class
    /// only accepts the value that it has, and a property with ``Extras()`` gains members and loses none. Properties
    /// that are not imported keep their values, except lazy properties of a struct, which are computed again.
    ///
    /// Importing threads create, update and read instances outside of any actor. In a module that is isolated to the
    /// main actor by default, models are `nonisolated`. A struct that is marked with a global actor must have plain
    /// stored properties of `Sendable` types. A class that is isolated to an actor cannot be imported: declare it
    /// `nonisolated`.
    ///
    /// If the source shows that a declaration is not supported, it does not compile, and a message at the declaration
    /// says why. A property whose type is not importable is a compiler error in the line of the property.
    @attached(extension, conformances: Importable, names: named(init), named(decompose))
    @attached(
        member, conformances: Importable, Decodable, Encodable,
        names: named(importPlan), named(ImportedFields), named(init), named(update), named(decompose),
        named(properties), named(ImportedCodingKeys), named(encode))
    public macro Importable() = #externalMacro(module: "StreamImportMacros", type: "ImportableMacro")

    /// Makes a type conform to ``StreamImport/Importable``, and changes how its properties are imported, including
    /// those of its superclass.
    ///
    ///     @Importable(ignoring: ["debug", "meta.trace"], dates: ["bornAt": .unixSeconds])
    ///     final class Dog: Animal {
    ///         var breed: String?
    ///     }
    ///
    /// Everything else is the same as with ``Importable()``. If a name in `only`, `keys` or `dates` is not that of a
    /// property, an import fails with ``ImportError/Code/invalidPlan``.
    ///
    /// - Parameters:
    ///   - ignored: keys that are skipped with their values, and are not unknown. They are compared exactly, or are
    ///     paths. A property's path that begins with one of them is ignored, too. The keys of a superclass stay
    ///     ignored.
    ///   - properties: the names of the properties that have their name as a key; those of all properties if `nil`.
    ///     The other properties only have the keys that they get from ``Key(_:)``, from `keys`, or from the options of an import. A
    ///     property without any key is neither imported nor exported, and must not be required. The list replaces
    ///     that of a superclass.
    ///   - keys: additional keys or paths, by the names of the properties. They take precedence over those of
    ///     ``Key(_:)``.
    ///   - dates: the formats of dates, by the names of the properties, as with ``DateFormat(_:)``.
    @attached(extension, conformances: Importable, names: named(init), named(decompose))
    @attached(
        member, conformances: Importable, Decodable, Encodable,
        names: named(importPlan), named(ImportedFields), named(init), named(update), named(decompose),
        named(properties), named(ImportedCodingKeys), named(encode))
    public macro Importable(
        ignoring ignored: [String] = [], only properties: [String]? = nil, keys: [String: [String]] = [:],
        dates: [String: DateStrategy] = [:]
    ) = #externalMacro(module: "StreamImportMacros", type: "ImportableMacro")

    /// Adds keys to a property of an importable type, in addition to its name.
    ///
    ///     @Key("stargazers_count", "watchers") var stars = 0
    ///     @Key("license.spdx_id") var license: String?
    ///     @Key("photos[0].url") var photo: URL?
    ///
    /// - Parameter names: keys, compared exactly, or paths to nested values. An earlier one takes precedence over a
    ///   later one, and all of them over the name of the property, which stays a key. They must be string literals.
    ///   If a key looks like a path but is not one, such as `items[]`, make it the property's name, as a raw
    ///   identifier.
    @attached(peer)
    public macro Key(_ names: String...) = #externalMacro(module: "StreamImportMacros", type: "MarkerMacro")

    /// Sets the format of the dates in one property, instead of that of ``ImportOptions/dates``.
    ///
    ///     @DateFormat(.unixMilliseconds) var sentAt: Date
    ///
    /// The dates are of type `Date` or `Double`, directly or in an array, a set, a dictionary or an optional.
    @attached(peer)
    public macro DateFormat(_ strategy: DateStrategy) =
        #externalMacro(module: "StreamImportMacros", type: "MarkerMacro")

    /// Excludes a property of an importable type from the import. Its key is skipped, and is not unknown.
    ///
    ///     @Ignored var isSelected = false
    ///     @Ignored var onChange: (() -> Void)?
    ///
    /// The property must have a default.
    @attached(peer)
    public macro Ignored() = #externalMacro(module: "StreamImportMacros", type: "MarkerMacro")

    /// Collects the extras of an object, unchanged: every member whose key neither belongs to another property nor is
    /// ignored.
    ///
    ///     @Extras var extras: [String: JSONValue]
    ///
    /// Only one property of a type can have this attribute. The property's type is `[String: JSONValue]`. Objects of a
    /// type with this attribute have no unknown keys.
    @attached(peer)
    public macro Extras() = #externalMacro(module: "StreamImportMacros", type: "MarkerMacro")

    /// Skips the elements of an array or a set that do not fit, instead of rejecting the record.
    ///
    ///     @Lenient var sizes: [Int]
    ///
    /// The type of the property must be spelled as an array or a set. The skipped elements are listed in
    /// ``ImportSummary/mismatches``.
    @attached(peer)
    public macro Lenient() = #externalMacro(module: "StreamImportMacros", type: "MarkerMacro")
#endif
