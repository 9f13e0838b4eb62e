/// Objects that end without all values that their models require.
extension ModelBinder {
    /// Rejects the object in the innermost frame if a pending mismatch is fatal to it, or if required fields have no
    /// value.
    ///
    /// - Returns: `nil` if the object has no error.
    @inline(never)
    mutating func rejectIncomplete(_ object: Pinned<ObjectNode>) -> EventResult? {
        if let error = resolveMismatches() { return rejectObject(located: error) }
        let frame = frames.top
        return frame.value.missingCount == 0 ? nil : rejectObject(missingKeysError(frame, object))
    }

    /// Returns the error that names the required fields without a value.
    ///
    /// - Parameter nullsOnly: whether to name only the fields that are null.
    func missingKeysError(
        _ frame: Pinned<Frame>, _ object: Pinned<ObjectNode>, nullsOnly: Bool = false
    ) -> ImportError {
        // SAFETY: the compiled plan keeps the object plan alive.
        let fields = unsafe object.value.plan?.takeUnretainedValue().fields ?? []
        let missing = fields.enumerated().compactMap { index, field -> String? in
            // SAFETY: the plan laid the memory out with a state for each field.
            let state = frame.value.draft[state: index] & DraftState.kindMask
            guard field.isRequired, state != DraftState.present else { return nil }
            guard !nullsOnly || state == DraftState.null else { return nil }
            let key = field.keys.first ?? field.nameKey
            return key.debugDescription + (state == DraftState.null ? " (null)" : "")
        }
        return .missingKeys(missing, type: object.value.modelName)
    }
}
