/// The options that a plan is compiled for.
struct PlanOptions: Hashable {
    private let keyMatching: KeyMatching
    private let dates: DateStrategy
    private let coercion: CoercionPolicy
    private let boolSpelling: BoolSpelling
    private let nulls: NullPolicy
    private let nestedObjects: NestedObjectPolicy
    private let duplicateKeys: DuplicateKeyPolicy
    private let dynamicModels: [String: ObjectIdentifier]
    private let mappings: [KeyMapping]
    private let maximumCachedSpellings: Int

    init(_ options: ImportOptions) {
        keyMatching = options.keyMatching
        dates = options.dates
        coercion = options.coercion
        boolSpelling = options.boolSpelling
        nulls = options.nulls
        nestedObjects = options.nestedObjects
        duplicateKeys = options.duplicateKeys
        dynamicModels = options.dynamicModels.mapValues { ObjectIdentifier($0) }
        mappings = options.keyMappings
        maximumCachedSpellings = options.maximumCachedSpellings
    }
}

extension ImportOptions {
    private static let defaults = ImportOptions()

    /// Whether the plan calls functions of the options. Imports do not share such a plan, because functions cannot be
    /// compared.
    var havePlanFunctions: Bool {
        !transforms.isEmpty || !existingInstances.isEmpty || dates.notation.callsFunction
    }

    /// Whether the default options have the same plan, provided that ``havePlanFunctions`` is `false`. The comparison
    /// avoids a hash of the options.
    var haveDefaultPlan: Bool {
        dynamicModels.isEmpty && keyMappings.isEmpty && keyMatching == Self.defaults.keyMatching
            && dates.notation === Self.defaults.dates.notation && coercion == Self.defaults.coercion
            && boolSpelling == Self.defaults.boolSpelling && nulls == Self.defaults.nulls
            && nestedObjects == Self.defaults.nestedObjects
            && duplicateKeys == Self.defaults.duplicateKeys
            && maximumCachedSpellings == Self.defaults.maximumCachedSpellings
    }
}
