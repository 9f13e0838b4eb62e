/// The options of an import that a binder needs in addition to its compiled plan.
///
/// The type has no references, so that copying the options for each import costs no reference counting.
struct BindingOptions {
    let coercion: CoercionPolicy
    let mismatches: MismatchPolicy
    let nulls: NullPolicy
    let nestedObjects: NestedObjectPolicy
    let duplicateKeys: DuplicateKeyPolicy
    let unknownKeys: UnknownKeyPolicy
    let maximumReplays: Int
    let maximumListedMismatches: Int
    let maximumListedUnknownKeys: Int

    init(_ options: ImportOptions) {
        coercion = options.coercion
        mismatches = options.mismatches
        nulls = options.nulls
        nestedObjects = options.nestedObjects
        duplicateKeys = options.duplicateKeys
        unknownKeys = options.unknownKeys
        maximumReplays = options.maximumReplays
        maximumListedMismatches = options.maximumListedMismatches
        maximumListedUnknownKeys = options.maximumListedUnknownKeys
    }
}
