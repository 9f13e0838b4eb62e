internal import Foundation

/// Fields whose values are not members of their object, but stand around it.
///
/// Such a value is set like a property that a hook sets: it is read from the tape, so that types, conversions, errors and
/// policies are those of members. Objects of other models do not get here.
extension ModelBinder {
    /// Sets the fields of the object in the innermost frame whose values stand around the object.
    mutating func setSourcedFields(of object: Pinned<ObjectNode>) -> EventResult {
        guard let indices = object.value.sourcedFields, let plan = object.value.plan else { return .continue }
        do {
            let values = try indices.indices.compactMap { position -> (slot: Pinned<Slot>, value: Any)? in
                let (slot, field) = (
                    object.value.slots.pinned(indices[position]), plan.fields[indices[position]]
                )
                return try value(of: field, slot).map { (slot, $0) }
            }
            return set(values[...], at: player.tokenStart)
        } catch {
            return rejectObject(.rejectedByModel(error))
        }
    }

    /// Returns the value around the object in the innermost frame that a field gets; `nil` if there is none.
    private func value(of field: FieldDescription, _ slot: Pinned<Slot>) throws -> Any? {
        let type = slot.value.value.unwrapped.value.type
        let transform = options.transforms[ObjectIdentifier(type)]
        switch field.source {
        case nil: return nil
        case .memberName:
            guard case .key(let name)? = path(upTo: frames.last).components.last else { return nil }
            return try transform?(name) ?? key(name, as: type) ?? name
        case .enclosing(let member):
            guard let text = context.value.source.enclosingText(of: member) else { return nil }
            var textOptions = ImportOptions()
            textOptions.unpairedSurrogates = options.unpairedSurrogates
            let value = try UntypedValue(json: text, options: textOptions).value
            return try transform?(value) ?? value
        }
    }

    /// Returns the key with a text; `nil` if the text is not a key of the type.
    private func key(_ text: String, as type: any Importable.Type) -> Any? {
        // A date has the format of its field.
        guard type != Date.self, let type = type as? any ImportableKey.Type else { return nil }
        return text.withUTF8Span { type.init(importKey: $0) }
    }
}
