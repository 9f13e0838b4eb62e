import ImportNames
import JSONRecords

/// The properties of a type that is generated for objects, one for each key.
///
/// No property name matches the key of another property. A property needs no `@Key` if its folded name is that of its
/// key and of no other key.
struct ModelObject {
    /// The properties of all keys that can have one, in the order of the keys.
    private(set) var properties: [ModelProperty] = []
    /// The keys that cannot have a property, in their order.
    private(set) var keysWithoutProperty: [String] = []

    init(of object: PathProfile) {
        var names = PropertyNames(of: object.members.compactMap(\.path.key))
        var seenKeys: Set<String> = []
        for member in object.members {
            guard let key = member.path.key else { continue }
            // Keys with different bytes may be equal strings, by canonical equivalence.
            if seenKeys.insert(key).inserted {
                let (name, attribute) = names.name(of: key)
                properties.append(ModelProperty(name: name, key: attribute, profile: member))
            } else {
                keysWithoutProperty.append(key)
            }
        }
    }
}

/// The names of the properties for an object's keys.
struct PropertyNames {
    /// The number of keys with each folded name.
    private var foldedKeys: [String: Int] = [:]
    /// The folded names of the properties.
    private var takenNames: Set<String> = []
    private(set) var suffixes = NameSuffixes()

    init(of keys: [String]) {
        for key in keys { foldedKeys[NameFolding.fold(key), default: 0] += 1 }
    }

    /// Returns the name of the property for a key, and the argument of `@Key`, if the property needs the attribute.
    mutating func name(of key: String) -> (name: String, key: String?) {
        let folded = NameFolding.fold(key)
        if foldedKeys[folded] == 1, !folded.isEmpty, let name = SwiftName.property(key),
            let matchingName = [name, "_" + name].first(where: {
                NameFolding.fold($0) == folded && !SwiftName.reservedPropertyNames.contains($0)
            }), takenNames.insert(folded).inserted
        {
            return (matchingName, nil)
        }
        return (unusedName(for: key), JSONPath.text(ofKey: key))
    }

    /// Returns a name for a property with `@Key`. The folded name is not that of another key or property.
    private mutating func unusedName(for key: String) -> String {
        let name = SwiftName.property(key) ?? "key"
        let start = SwiftName.reservedPropertyNames.contains(name) ? "_" + name : name
        let (foldedStart, foldedKey) = (NameFolding.fold(start), NameFolding.fold(key))
        while true {
            let suffix = suffixes.next(for: foldedStart)
            let folded = foldedStart + suffix
            if folded == foldedKey || foldedKeys[folded] == nil, takenNames.insert(folded).inserted {
                return start + suffix
            }
        }
    }
}
