/// The options that a plan is compiled for.
struct PlanOptions: Hashable {
    private let keys: KeyPolicy
    private let dates: DateStrategy
    private let coercion: CoercionPolicy
    private let bools: BoolSpelling
    private let nulls: NullPolicy
    private let nested: NestedPolicy
    private let duplicateKeys: DuplicateKeyPolicy
    private let types: [String: ObjectIdentifier]
    private let mappings: [KeyMapping]

    init(_ options: ImportOptions) {
        keys = options.keys
        dates = options.dates
        coercion = options.coercion
        bools = options.bools
        nulls = options.nulls
        nested = options.nested
        duplicateKeys = options.duplicateKeys
        types = options.types.mapValues { ObjectIdentifier($0) }
        mappings = options.keyMappings
    }
}

extension ImportOptions {
    private static let defaults = ImportOptions()

    /// Whether the plan calls functions of the options, which cannot be compared.
    var havePlanFunctions: Bool {
        !transforms.isEmpty || !finders.isEmpty || dates.notation.callsFunction
    }

    /// Whether the plan for these options is the one for the defaults, without functions: found out without a hash.
    var haveDefaultPlan: Bool {
        types.isEmpty && keyMappings.isEmpty && keys == Self.defaults.keys
            && dates.notation === Self.defaults.dates.notation && coercion == Self.defaults.coercion
            && bools == Self.defaults.bools && nulls == Self.defaults.nulls && nested == Self.defaults.nested
            && duplicateKeys == Self.defaults.duplicateKeys
    }
}
