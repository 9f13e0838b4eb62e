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
    /// `init()` stays if the class names no superclass, and no protocols but those of the standard library. With two
    /// properties of one name in a hierarchy, or two with ``Extras()``, an import fails with
    /// ``ImportError/Code/invalidPlan``.
    ///
    /// Instances can be updated and exported as well, with the properties that are imported. In an update a constant of an
    /// object may only be given the value that it has; ``Extras()`` gains members and loses none; what is not imported
    /// stays as it is, but for lazy properties of a struct, which are made again.
    ///
    /// Instances are made outside of any actor: those of types of the main actor have plain stored properties of `Sendable`
    /// types. They are updated and read by whichever thread asks for it. A type of another global actor cannot be imported.
    ///
    /// What the source shows to be impossible does not compile, with a message at the place. A property whose type is
    /// not importable is an error of the compiler, in the expansion.
    @attached(extension, conformances: Importable, names: named(init), named(copy))
    @attached(
        member, conformances: Importable,
        names: named(importPlan), named(ImportedFields), named(init), named(update), named(copy),
        named(properties))
    public macro Importable() = #externalMacro(module: "StreamImportMacros", type: "ImportableMacro")

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
    ///     @Extras var rest: [String: JSONValue]
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
