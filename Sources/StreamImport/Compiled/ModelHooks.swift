/// What a model, or the options, want to have a say in while its objects are read.
///
/// Only types that have some have an instance of this class: all others pay nothing.
@safe
final class ModelHooks {
    let intercept: ((ImportedMember) throws -> MemberDecision)?
    let validate: ((UnsafeRawPointer) throws -> Void)?
    let existing: ExistingInstances?
    let names: PropertyNames
    /// What ``intercept`` may set, by the names of the properties.
    var properties: [String: Property] = [:]

    /// A property that members of other keys may set.
    struct Property {
        let slot: Pinned<Slot>
        let transform: ((Any) throws -> Any)?
    }

    init?(of type: any Importable.Type, _ plan: ObjectPlan, _ options: ImportOptions) {
        intercept = (type as? any ImportIntercepting.Type).map { type in { try type.intercept($0) } }
        // SAFETY: stored; the binder hands it instances of the type.
        unsafe validate = (type as? any ImportValidating.Type).map { unsafe Self.validator(of: $0) }
        existing = options.existingInstances[ObjectIdentifier(type)] ?? ExistingInstances(of: type)
        guard unsafe intercept != nil || validate != nil || existing != nil else { return nil }
        names = PropertyNames(plan)
    }

    private static func validator<Model: ImportValidating>(
        of type: Model.Type
    ) -> (UnsafeRawPointer) throws -> Void {
        // SAFETY: the binder hands the place of an instance of the type.
        { try unsafe $0.assumingMemoryBound(to: Model.self).pointee.validate() }
    }
}
