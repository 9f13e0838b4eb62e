/// Updates of extras.
extension UpdateDraft {
    /// Returns the extras after the update: an old member stays, unless a member with the same key was read.
    ///
    /// - Precondition: the field belongs to this draft's plan and was not read before.
    public func updated(
        _ old: [String: JSONValue], merging field: RequiredField<[String: JSONValue]>
    ) -> [String: JSONValue] {
        draft.check(field.address)
        let replacesAll = draft[state: field.address.index] & DraftState.replacesExtras != 0
        guard let new = draft.take(field.address, as: [String: JSONValue].self) else { return old }
        return replacesAll ? new : old.merging(new) { $1 }
    }

    /// Throws an error if the extras of a constant property would change.
    ///
    /// - Throws: an error that rejects the record, if the old extras lack a member that was read, or have another
    ///   value for it.
    public func requireUnchanged(
        _ old: [String: JSONValue], merging field: RequiredField<[String: JSONValue]>, property: String
    ) throws {
        let new = draft.value(at: field.address, as: [String: JSONValue].self) ?? [:]
        guard new.allSatisfy({ old[$0] == $1 }) else { throw ImportError.constantProperty(property) }
    }
}
