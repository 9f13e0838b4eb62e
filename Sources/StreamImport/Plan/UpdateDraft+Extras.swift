/// Updates of the members that mean no other field.
extension UpdateDraft {
    /// What becomes of them: the old ones stay, unless one of the same name was read.
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

    /// Refuses members for a constant property that does not have them.
    ///
    /// - Throws: an error that rejects the record, if a member was read that the old ones lack, or have another
    ///   value of.
    public func requireUnchanged(
        _ old: [String: JSONValue], merging field: RequiredField<[String: JSONValue]>, property: String
    ) throws {
        let new = draft.value(at: field.address, as: [String: JSONValue].self) ?? [:]
        guard new.allSatisfy({ old[$0] == $1 }) else { throw ImportError.constantProperty(property) }
    }
}
