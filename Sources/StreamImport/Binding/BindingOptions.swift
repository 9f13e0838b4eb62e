/// What a binder has to know of the options of an import beside its plan.
///
/// Trivial to copy, as a binder gets them for each import.
struct BindingOptions {
    let coercion: CoercionPolicy
    let mismatch: MismatchPolicy
    let nulls: NullPolicy
    let nested: NestedPolicy
    let duplicateKeys: DuplicateKeyPolicy
    let unknownKeys: UnknownKeyPolicy
    let maximumListedMismatches: Int
    let maximumListedUnknownKeys: Int

    init(_ options: ImportOptions) {
        coercion = options.coercion
        mismatch = options.mismatch
        nulls = options.nulls
        nested = options.nested
        duplicateKeys = options.duplicateKeys
        unknownKeys = options.unknownKeys
        maximumListedMismatches = options.maximumListedMismatches
        maximumListedUnknownKeys = options.maximumListedUnknownKeys
    }
}
