/// The hooks that a model or the options have for the objects of the model.
///
/// Only models with hooks have an instance of this class, so that other models pay nothing.
@safe
final class ModelHooks {
    let intercept: ((ImportedMember) throws -> MemberDecision)?
    let validate: ((UnsafeRawPointer) throws -> Void)?
    let existing: ExistingInstances?
    let names: PropertyNames
    /// The properties that ``intercept`` may set, by name.
    var properties: [String: Property] = [:]

    /// A property that ``intercept`` may set.
    struct Property {
        let slot: Pinned<Slot>
        let transform: ((Any) throws -> Any)?
    }

    init?(of type: any Importable.Type, _ plan: ObjectPlan, _ options: ImportOptions) {
        intercept = (type as? any ImportIntercepting.Type).map { type in { try type.intercept($0) } }
        // SAFETY: the closure is only stored. The binder calls it with the address of an instance of the type.
        unsafe validate = (type as? any ImportValidating.Type).map { unsafe Self.validator(of: $0) }
        existing = options.existingInstances[ObjectIdentifier(type)] ?? ExistingInstances(of: type)
        guard unsafe intercept != nil || validate != nil || existing != nil else { return nil }
        names = PropertyNames(plan)
    }

    private static func validator<Model: ImportValidating>(
        of type: Model.Type
    ) -> (UnsafeRawPointer) throws -> Void {
        // SAFETY: the binder passes the address of an instance of the type.
        { try unsafe $0.assumingMemoryBound(to: Model.self).pointee.validate() }
    }
}
