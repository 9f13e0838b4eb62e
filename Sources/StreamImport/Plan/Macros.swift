#if Macros
    /// Makes a struct, a class or an enum with raw values ``StreamImport/Importable``.
    ///
    ///     @Importable
    ///     struct Repo {
    ///         var id: Int                                         // required
    ///         @Key("stargazers_count", "watchers") var stars = 0  // other names; 0 if all are missing
    ///         @Key("license.spdx_id") var license: String?        // a value further down; nil if it is missing
    ///         @DateFormat(.iso8601) var pushedAt: Date?
    ///         @Ignored var note = ""
    ///     }
    ///
    /// Every stored property is imported, private ones as well. One with a default may be missing, an optional one
    /// too, and any other is required. Left alone are computed, static and lazy properties, constants
    /// (`let version = 2`), and what is marked ``Ignored()``. The keys of constants and ignored properties are skipped.
    /// A type need not be written where the default shows it: a literal, `[String]()`, `Date()`, `0 as Int64`.
    /// Properties of the types `Any`, `[Any]` and `[String: Any]` take any value, array or object.
    ///
    /// A subclass of an importable class imports what its superclass does, and its own properties; both have to be
    /// marked. A class with another superclass imports its own properties, and calls `super.init()`. In a generic
    /// type, parameters that are part of imported properties conform to ``StreamImport/Importable``.
    ///
    /// A struct keeps its initializers. A class gets one more, and so inherits none, required ones included; an implicit
    /// `init()` stays if the class names no superclass, and no protocols but the common ones of the standard library and
    /// Foundation, and this library's hooks. With two properties of one name in a hierarchy, or two with ``Extras()``, an import fails with
    /// ``ImportError/Code/invalidPlan``.
    ///
    /// In a subclass of a class that is `Codable` the macro writes what the compiler does not: `init(from:)` and
    /// `encode(to:)`, with the properties that are imported.
    ///
    /// Instances can be updated and exported as well, with the properties that are imported. In an update a constant of an
    /// object may only be given the value that it has; ``Extras()`` gains members and loses none; what is not imported
    /// stays as it is, but for lazy properties of a struct, which are made again.
    ///
    /// Importing threads make, update and read instances, outside of any actor. In a module that is isolated to the main
    /// actor by default, models are `nonisolated`. A struct that is marked with a global actor has plain stored properties
    /// of `Sendable` types. A class of an actor cannot be imported: declare it `nonisolated`.
    ///
    /// What the source shows to be impossible does not compile, with a message at the place. A property whose type is
    /// not importable is an error of the compiler, in the line of the property.
    @attached(extension, conformances: Importable, names: named(init), named(decompose))
    @attached(
        member, conformances: Importable, Decodable, Encodable,
        names: named(importPlan), named(ImportedFields), named(init), named(update), named(decompose),
        named(properties), named(ImportedCodingKeys), named(encode))
    public macro Importable() = #externalMacro(module: "StreamImportMacros", type: "ImportableMacro")

    /// Makes a type ``StreamImport/Importable``, and changes how its properties are imported, those of its superclass
    /// included.
    ///
    ///     @Importable(ignoring: ["debug", "meta.trace"], dates: ["bornAt": .unixSeconds])
    ///     final class Dog: Animal {
    ///         var breed: String?
    ///     }
    ///
    /// All else is as with ``Importable()``. A name that no property has fails an import with
    /// ``ImportError/Code/invalidPlan``.
    ///
    /// - Parameters:
    ///   - ignored: keys that are skipped with their values, and are not unknown: compared exactly, or paths, which silence
    ///     the paths of properties that begin with them. They are added to those of a superclass.
    ///   - properties: the names of the properties that are imported by their names; those of all, if `nil`. The others have
    ///     only the keys of ``Key(_:)``, of `keys`, and of an import; one without any is neither imported nor exported. It
    ///     must not be required. The list takes the place of a superclass's.
    ///   - keys: more keys or paths for properties, by their names. They take precedence over those of ``Key(_:)``.
    ///   - dates: how dates of properties are written, by their names, as with ``DateFormat(_:)``.
    @attached(extension, conformances: Importable, names: named(init), named(decompose))
    @attached(
        member, conformances: Importable, Decodable, Encodable,
        names: named(importPlan), named(ImportedFields), named(init), named(update), named(decompose),
        named(properties), named(ImportedCodingKeys), named(encode))
    public macro Importable(
        ignoring ignored: [String] = [], only properties: [String]? = nil, keys: [String: [String]] = [:],
        dates: [String: DateStrategy] = [:]
    ) = #externalMacro(module: "StreamImportMacros", type: "ImportableMacro")

    /// Gives a property of an importable type other keys than its name.
    ///
    ///     @Key("stargazers_count", "watchers") var stars = 0
    ///     @Key("license.spdx_id") var license: String?
    ///     @Key("photos[0].url") var photo: URL?
    ///
    /// - Parameter names: keys, exactly, or paths to values further down. An earlier one takes precedence over a
    ///   later one, and all of them over the name of the property, which is a key nevertheless. They are string
    ///   literals. A key such as `items[]`, which is no path, is given by a raw identifier as the property's name.
    @attached(peer)
    public macro Key(_ names: String...) = #externalMacro(module: "StreamImportMacros", type: "MarkerMacro")

    /// Says how the dates of one property are written, whatever ``ImportOptions/dates`` says.
    ///
    ///     @DateFormat(.unixMilliseconds) var sentAt: Date
    ///
    /// The dates are of type `Date` or `Double`, directly or in an array, a set, a dictionary or an optional.
    @attached(peer)
    public macro DateFormat(_ strategy: DateStrategy) =
        #externalMacro(module: "StreamImportMacros", type: "MarkerMacro")

    /// Leaves a property of an importable type out of the import; its key is skipped, and is not unknown.
    ///
    ///     @Ignored var isSelected = false
    ///     @Ignored var onChange: (() -> Void)?
    ///
    /// The property needs a default.
    @attached(peer)
    public macro Ignored() = #externalMacro(module: "StreamImportMacros", type: "MarkerMacro")

    /// Collects every member of an object that is no other property's, as it is.
    ///
    ///     @Extras var extras: [String: JSONValue]
    ///
    /// One property of a type can have it; its type is `[String: JSONValue]`. With it no key of the object is
    /// unknown.
    @attached(peer)
    public macro Extras() = #externalMacro(module: "StreamImportMacros", type: "MarkerMacro")

    /// Leaves elements that do not fit out of an array or a set, instead of rejecting the record.
    ///
    ///     @Lenient var sizes: [Int]
    ///
    /// The type of the property is spelled as an array or a set. What was left out is listed in
    /// ``ImportSummary/mismatches``.
    @attached(peer)
    public macro Lenient() = #externalMacro(module: "StreamImportMacros", type: "MarkerMacro")
#endif
