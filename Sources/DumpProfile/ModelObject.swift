import ImportNames
import JSONRecords

/// The properties of a type that is generated for objects, one for each key.
///
/// No property name matches the key of another property. A property needs no `@Key` if its name and the key are equal
/// except for case, `_`, `-` and spaces, unless another key is equal to it in that sense.
struct ModelObject {
    /// The properties of all keys that can have one, in the order of the keys.
    private(set) var properties: [ModelProperty] = []
    /// The keys that cannot have a property, in their order.
    private(set) var keysWithoutProperty: [String] = []

    init(of object: PathProfile) {
        var names = PropertyNames(of: object.members.compactMap(\.path.key))
        var done: Set<String> = []
        for member in object.members {
            guard let key = member.path.key else { continue }
            // Keys with different bytes may be equal strings, by canonical equivalence.
            if done.insert(key).inserted, let (name, attribute) = names.name(of: key) {
                properties.append(ModelProperty(name: name, key: attribute, profile: member))
            } else {
                keysWithoutProperty.append(key)
            }
        }
    }
}

/// The names of the properties for an object's keys.
private struct PropertyNames {
    /// The number of keys with each folded name.
    private var foldedKeys: [String: Int] = [:]
    private var takenNames: Set<String> = []
    private var takenPaths: Set<JSONPath> = []
    private let keys: Set<String>
    private var suffixes = NameSuffixes()

    init(of keys: [String]) {
        self.keys = Set(keys)
        for key in keys { foldedKeys[NameFolding.fold(key), default: 0] += 1 }
    }

    mutating func name(of key: String) -> (name: String, key: String?)? {
        let folded = NameFolding.fold(key)
        let isAlone = foldedKeys[folded] == 1 && !folded.isEmpty
        if isAlone, let name = SwiftName.property(key),
            let fitting = [name, "_" + name].first(where: {
                NameFolding.fold($0) == folded && !SwiftName.reservedPropertyNames.contains($0)
            }), takenNames.insert(folded).inserted
        {
            return (fitting, nil)
        }
        if reserveKeyPath(key) { return (unusedName(for: key), key) }
        if isAlone, SwiftName.isRawIdentifier(key), takenNames.insert(folded).inserted { return (key, nil) }
        return nil
    }

    /// Reserves the path that `@Key` reads from a key. Dots and brackets in the key separate the steps of the path.
    ///
    /// - Returns: whether the key is a valid path that matches no other key.
    private mutating func reserveKeyPath(_ key: String) -> Bool {
        guard !key.isEmpty, !key.hasPrefix("/"), let path = try? JSONPath(key),
            let first = path.components.first, !takenPaths.contains(path)
        else { return false }
        if path.components != [.key(key)] {
            guard case .key(let start) = first, !keys.contains(start) else { return false }
        }
        takenPaths.insert(path)
        return true
    }

    /// Returns a name for the property of a key that `@Key` specifies. Its folded form is that of no other key.
    private mutating func unusedName(for key: String) -> String {
        let name = SwiftName.property(key) ?? "key"
        let start = SwiftName.reservedPropertyNames.contains(name) ? "_" + name : name
        let (foldedStart, foldedKey) = (NameFolding.fold(start), NameFolding.fold(key))
        while true {
            let number = suffixes.next(for: foldedStart)
            let folded = foldedStart + number
            if folded == foldedKey || foldedKeys[folded] == nil, takenNames.insert(folded).inserted {
                return start + number
            }
        }
    }
}
