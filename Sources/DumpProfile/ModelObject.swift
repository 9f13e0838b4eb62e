import ImportNames
import JSONRecords

/// A type with a property for each key of its objects.
///
/// No property's name means the key of another. A name that is the key but for case, `_`, `-` and spaces needs no
/// `@Key`, unless another key is spelled about so as well.
struct ModelObject {
    /// The properties for all keys that a property can have, in the order of the keys.
    private(set) var properties: [ModelProperty] = []
    /// The keys for which there can be no property, in their order.
    private(set) var keysWithoutProperty: [String] = []

    init(of object: PathProfile) {
        var names = PropertyNames(of: object.members.compactMap(\.path.key))
        var done: Set<String> = []
        for member in object.members {
            guard let key = member.path.key else { continue }
            // Two keys may be one string and yet differ in their bytes.
            if done.insert(key).inserted, let (name, attribute) = names.name(of: key) {
                properties.append(ModelProperty(name: name, key: attribute, profile: member))
            } else {
                keysWithoutProperty.append(key)
            }
        }
    }
}

/// Finds names for the keys of an object.
private struct PropertyNames {
    /// How many keys are about the same, by what they are compared by.
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

    /// Whether a key can be given to `@Key`, where dots and brackets make a path, and means no other key.
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

    /// A name for a key that `@Key` gives, which is about the same as no other key.
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
