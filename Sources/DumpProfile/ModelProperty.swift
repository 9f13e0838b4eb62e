import StreamImport

/// A property of a model, for one key of its objects.
struct ModelProperty {
    /// The name, without backticks.
    let name: String
    /// What `@Key` is given, if the name alone does not mean the key.
    let key: String?
    /// What is under the key.
    let profile: PathProfile

    /// The properties for all keys that a property can have, in the order of the keys.
    static func all(of object: PathProfile) -> [ModelProperty] { ModelNames(of: object).properties }

    /// The keys for which there can be no property, in their order.
    static func impossibleKeys(of object: PathProfile) -> [String] {
        ModelNames(of: object).impossibleKeys
    }

    /// `@Key("a-b") let aB: Int?`, in two lines if one would be too long.
    func declaration(type: ModelType, object: String, indent: String) -> String {
        let isMissing = profile.occurrences < profile.opportunities
        let text = type.text(object: object)
        let isOptional = isMissing && !text.hasSuffix("?")
        let property = "let \(SwiftName.escaped(name)): \(text)\(isOptional ? "?" : "")"
        guard let key else { return indent + property }
        let attribute = "@Key(\(SwiftName.literal(key)))"
        let isLong = indent.count + attribute.count + 1 + property.count > ModelSource.lineLength
        return indent + attribute + (isLong ? "\n" + indent : " ") + property
    }
}

/// Finds names for the keys of an object, none of which means the key of another.
///
/// A name that is the key but for case, `_`, `-` and spaces needs no `@Key`, unless another key is spelled about so as
/// well.
private struct ModelNames {
    private(set) var properties: [ModelProperty] = []
    private(set) var impossibleKeys: [String] = []

    /// How many keys are about the same, by what they are compared by.
    private var foldedKeys: [String: Int] = [:]
    private var takenNames: Set<String> = []
    private var takenPaths: Set<JSONPath> = []
    private var keys: Set<String> = []

    init(of object: PathProfile) {
        for key in object.members.compactMap(\.path.key) {
            foldedKeys[FlexibleNames.fold(key), default: 0] += 1
            keys.insert(key)
        }
        var done: Set<String> = []
        for member in object.members {
            guard let key = member.path.key else { continue }
            // Two keys may be one string and yet differ in their bytes.
            if done.insert(key).inserted, let (name, attribute) = name(of: key) {
                properties.append(ModelProperty(name: name, key: attribute, profile: member))
            } else {
                impossibleKeys.append(key)
            }
        }
    }

    private mutating func name(of key: String) -> (name: String, key: String?)? {
        let folded = FlexibleNames.fold(key)
        let isAlone = foldedKeys[folded] == 1 && !folded.isEmpty
        if isAlone, let name = SwiftName.property(key),
            let fitting = [name, "_" + name].first(where: {
                FlexibleNames.fold($0) == folded && !SwiftName.takenProperties.contains($0)
            }), takenNames.insert(folded).inserted
        {
            return (fitting, nil)
        }
        if mayBeAttribute(key) { return (freeName(for: key), key) }
        if isAlone, SwiftName.isRawIdentifier(key), takenNames.insert(folded).inserted { return (key, nil) }
        return nil
    }

    /// Whether a key can be given to `@Key`, where dots and brackets make a path, and means no other key.
    private mutating func mayBeAttribute(_ key: String) -> Bool {
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
    private mutating func freeName(for key: String) -> String {
        let name = SwiftName.property(key) ?? "key"
        let start = SwiftName.takenProperties.contains(name) ? "_" + name : name
        let ownFold = FlexibleNames.fold(key)
        var (candidate, number) = (start, 2)
        while true {
            let folded = FlexibleNames.fold(candidate)
            if folded == ownFold || foldedKeys[folded] == nil, takenNames.insert(folded).inserted {
                return candidate
            }
            candidate = "\(start)\(number)"
            number += 1
        }
    }
}
