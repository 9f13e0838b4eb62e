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
    /// An enum with associated values needs a discriminator: see ``Importable(discriminator:content:)``. To create instances
    /// of subclasses, see ``Importable(discriminator:subclasses:ignoring:only:keys:dates:)``. For properties that are the elements of
    /// an array, see ``Importable(asArray:dates:)``.
    ///
    /// Every stored property is imported, including private ones. The key of a property with a default or of an
    /// optional type may be missing; the key of any other property is required. Computed, static and lazy properties,
    /// constants with a value (`let version = 2`), and properties marked ``Ignored()`` are not imported. The keys of
    /// constants and ignored properties are skipped. The type of a property may be omitted if the default shows it: a
    /// literal, `[String]()`, `Date()`, `0 as Int64`. Properties of the types `Any`, `[Any]` and `[String: Any]` take
    /// any value, any array or any object.
    ///
    /// The cases of an enum `CodingKeys` in the braces of a struct or a class have the same effect as on `Codable`: a text as
    /// a raw value replaces the name of the property as a key, and a property without a case is ignored. ``Key(_:)`` takes
    /// precedence.
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
    ///     The other properties only have the keys that they get from ``Key(_:)``, from `keys`, or from the options of an
    ///     import. A property without any key is neither imported nor exported, and must not be required. The list replaces
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

    /// Makes a struct or a final class conform to ``StreamImport/Importable``, and reads its properties from the elements of an
    /// array by their positions, in the order of their declarations.
    ///
    ///     @Importable(asArray: true)
    ///     struct Point {
    ///         var longitude: Double
    ///         var latitude: Double
    ///         var altitude: Double?               // [13.4, 52.5] has no third element
    ///     }
    ///
    /// Instances are records and values of properties like those of other models. An object is rejected with
    /// ``ImportError/Code/typeMismatch``. A missing element is treated like a missing key, and null like the null of a key.
    /// Elements after the last property are unknown keys: ``ImportOptions/unknownKeys`` ignores, reports or rejects them. Computed,
    /// static and lazy properties, constants with a value, and properties marked ``Ignored()`` have no position. An export
    /// writes arrays.
    ///
    /// The properties have no keys, so ``Key(_:)``, ``Key(from:)`` and ``Extras()`` are compiler errors, and mappings of keys have no
    /// effect. The names of ``ImportIntercepting`` are keys: an import of a type that conforms to it fails with
    /// ``ImportError/Code/invalidPlan``.
    ///
    /// Everything else is the same as with ``Importable()``.
    ///
    /// - Parameters:
    ///   - asArray: `true` or `false`, a literal. With `false`, the macro is the same as ``Importable()``.
    ///   - dates: the formats of dates, by the names of the properties, as with ``DateFormat(_:)``.
    @attached(extension, conformances: Importable, names: named(init), named(decompose))
    @attached(
        member, conformances: Importable, Decodable, Encodable,
        names: named(importPlan), named(ImportedFields), named(init), named(update), named(decompose),
        named(properties), named(ImportedCodingKeys), named(encode))
    public macro Importable(asArray: Bool, dates: [String: DateStrategy] = [:]) =
        #externalMacro(module: "StreamImportMacros", type: "ImportableMacro")

    /// Makes an enum with associated values conform to ``StreamImport/Importable``.
    ///
    ///     @Importable(discriminator: "type")
    ///     enum Event {
    ///         case push(Push)                                          // {"type": "push", "ref": …}
    ///         @Key("PullRequestEvent") case opened(number: Int, by: User)
    ///         case ping                                                // {"type": "ping"}
    ///         case unknown(JSONValue)                                  // any other type
    ///     }
    ///
    /// The discriminator may be anywhere in the object. If it is not the first member, the members before it are recorded and
    /// replayed. Its value is a string, a number or a bool. It matches the name of a case like a key matches the name of a
    /// property, or a name of ``Key(_:)`` exactly. If it names no case, the case `unknown(JSONValue)` receives the whole
    /// object; without such a case, the object is rejected with ``ImportError/Code/unknownCase``. An object without a
    /// discriminator is rejected with ``ImportError/Code/missingKeys``, except in an update, where it updates the case of the
    /// instance.
    ///
    /// An associated value without a label is made from the whole object, and has no other values beside it; or, with `content`,
    /// from one of the members, and a case has at most one such value. Without `content`, its type is a model, an enum with a
    /// discriminator, ``JSONValue`` or ``JSONText``. A value with a label is made from the member with the key of the label, which
    /// matches like the name of a property; it may be optional, or have a default.
    ///
    /// With ``Discriminator/key``, a case has at most one associated value, which is the value of the object's only member.
    /// With ``Discriminator/firstFit``, the object has no discriminator, and its value becomes the first case that it fits.
    ///
    /// An update that names another case replaces the value. An enum with ``Discriminator/firstFit`` cannot be updated. An
    /// export writes the first name of ``Key(_:)`` or the name of the case as the discriminator, unless the associated value
    /// has a property with its key.
    ///
    /// - Parameters:
    ///   - discriminator: the rule that tells the cases apart: a key, which matches like the name of a property; a path such as
    ///     `"meta.type"`, whose keys are compared exactly; ``Discriminator/key``; or ``Discriminator/firstFit``.
    ///   - content: the key of the associated values without a label, or the path to them; a literal. `nil`, the default, makes
    ///     them from the object that has the discriminator. Only for a discriminator that is a key or a path.
    @attached(extension, conformances: Importable)
    @attached(member, conformances: Importable, names: named(importPlan))
    public macro Importable(discriminator: Discriminator, content: String? = nil) =
        #externalMacro(module: "StreamImportMacros", type: "ImportableMacro")

    /// Makes a class conform to ``StreamImport/Importable``, and imports instances of its subclasses where the class is the
    /// type of a record or a property.
    ///
    ///     @Importable(discriminator: "kind", subclasses: [Circle.self, Square.self])
    ///     class Shape {
    ///         var name: String
    ///     }
    ///
    ///     @Importable
    ///     final class Circle: Shape {
    ///         var radius: Double
    ///     }
    ///
    /// The discriminator matches the name of a class like a key matches the name of a property: `circle` names `Circle`.
    /// The name of the class itself makes an instance of the class. Any other name is the error
    /// ``ImportError/Code/unknownCase``. An object without a discriminator is the error ``ImportError/Code/missingKeys``,
    /// except in an update, where it updates the instance. An update cannot change the class of an instance.
    ///
    /// An export writes the name of the class as the discriminator where this class is the declared type. A subclass that is
    /// the declared type itself is imported and exported without a discriminator.
    ///
    /// Everything else is the same as with ``Importable(ignoring:only:keys:dates:)``. An element of `subclasses` that is not a
    /// subclass is a compiler error in its line. An import fails with ``ImportError/Code/invalidPlan`` if a listed subclass has no
    /// `@Importable`, or if the discriminator is neither a key nor a path of keys.
    ///
    /// - Parameters:
    ///   - discriminator: a key, or a path of keys. ``Discriminator/key`` and ``Discriminator/firstFit`` do not apply to
    ///     classes.
    ///   - subclasses: the types of all subclasses with instances, such as `Circle.self`, each marked with ``Importable()``.
    ///     The elements are `Any` because the compiler reads the argument before it expands the macros of the subclasses.
    ///   - ignored: as in ``Importable(ignoring:only:keys:dates:)``, like the other parameters.
    @attached(extension, conformances: Importable, names: named(init), named(decompose))
    @attached(
        member, conformances: Importable, Decodable, Encodable,
        names: named(importPlan), named(ImportedFields), named(init), named(update), named(decompose),
        named(properties), named(ImportedCodingKeys), named(encode))
    public macro Importable(
        discriminator: Discriminator, subclasses: [Any], ignoring ignored: [String] = [],
        only properties: [String]? = nil, keys: [String: [String]] = [:], dates: [String: DateStrategy] = [:]
    ) = #externalMacro(module: "StreamImportMacros", type: "ImportableMacro")

    /// Adds keys to a property of an importable type, in addition to its name.
    ///
    ///     @Key("stargazers_count", "watchers") var stars = 0
    ///     @Key("license.spdx_id") var license: String?
    ///     @Key("photos[0].url") var photo: URL?
    ///
    /// Before a case of an enum with a discriminator, it adds names of the case, which are compared exactly. An export writes
    /// the first of them.
    ///
    /// - Parameter names: keys, compared exactly, or paths to nested values. An earlier one takes precedence over a
    ///   later one, and all of them over the name of the property, which stays a key. They must be string literals.
    ///   The name of a key with dots or brackets is written in brackets: `#"$["Nr."]"#`.
    @attached(peer)
    public macro Key(_ names: String...) = #externalMacro(module: "StreamImportMacros", type: "MarkerMacro")

    /// Gives a property of an importable type a value that stands around the object, and is not a member of it.
    ///
    ///     @Importable
    ///     struct User {
    ///         @Key(from: .memberName) let id: String                // "ann" in {"users": {"ann": {…}}}, at: "users.*"
    ///         @Key(from: .enclosing("meta.run")) let run: Int?      // 7 in {"meta": {"run": 7}, "users": …}
    ///     }
    ///
    /// The property has no key, so a member with its name is unknown. It is converted and checked like one with a key: if it has
    /// neither a default nor an optional type, an object without the value is rejected with ``ImportError/Code/missingKeys``.
    /// Hooks do not see the value. An export does not write the property; a table of `StreamImportGRDB` has a column for it.
    ///
    /// - Parameter source: where the value comes from.
    @attached(peer)
    public macro Key(from source: FieldSource) =
        #externalMacro(module: "StreamImportMacros", type: "MarkerMacro")

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
