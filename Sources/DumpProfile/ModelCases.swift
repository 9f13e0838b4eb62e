import ImportNames
import JSONRecords

/// The enum that is generated for records with a discriminator.
///
/// If only the objects in one member depend on the discriminator, this member is the content: its value is the associated
/// value of a case, and the other members are values with labels. Otherwise, the associated value is the whole record.
struct ModelCases {
    let discriminator: String
    /// The path of the content; `nil` if the associated values are whole records.
    private(set) var content: String?
    /// The values with a label that each case has.
    private(set) var labeled: [ModelProperty] = []
    /// The properties with a generated type that is the same in each case.
    let shared: [ModelProperty]
    let cases: [ModelCase]

    /// The maximum number of values with labels of a case. Records with more members are structs, which are easier to
    /// read.
    private static let maximumLabels = 8

    /// Creates the enum; `nil` if the records have no discriminator, or if `@Importable` cannot tell its key or its
    /// values from others.
    init?(of profile: Profile) {
        guard let discriminator = profile.discriminator else { return nil }
        let record = ModelRecord(profile.root, discriminator)
        let values = discriminator.cases.map(\.value)
        guard record.isUnique(discriminator.key), Set(values).count == values.count else { return nil }
        self.discriminator = JSONPath.text(ofKey: discriminator.key)
        let independent = ModelObject(of: record.independent)
        shared = independent.properties.filter { $0.type.object != nil }
        var names = PropertyNames(of: values, taken: ["unknown", "init", "self", "importplan"])
        let namedCases = discriminator.cases.map { ($0, names.caseName(of: $0.value)) }
        if let content = record.content, independent.properties.count <= Self.maximumLabels,
            independent.canBeLabels
        {
            self.content = JSONPath.text(ofKey: content)
            labeled = independent.properties
            cases = namedCases.map { ModelCase($0, $1, value: $0.profile.member(content)) }
        } else {
            cases = namedCases.map { ModelCase($0, $1, value: record.ownMembers(of: $0), isRecord: true) }
        }
    }

    var needsFoundation: Bool {
        (labeled + cases.compactMap(\.content)).contains(where: \.type.needsFoundation)
    }
}

struct ModelCase {
    let name: String
    /// The argument of `@Key`; `nil` if the name is the value of the discriminator.
    let key: String?
    let value: String
    /// The associated value without a label; `nil` if the case has none.
    private(set) var content: ModelProperty?

    /// - Parameter value: the profile of the associated values without a label, which are whole records if `isRecord` is set.
    init(
        _ source: ProfileDiscriminator.Case, _ name: (text: String, key: String?), value: PathProfile?,
        isRecord: Bool = false
    ) {
        (self.name, key) = name
        self.value = source.value
        content = value.map { ModelProperty(name: name.text, key: nil, profile: $0) }
        // A dictionary would read the discriminator as one of its members.
        if isRecord, case .dictionary = content?.type { content?.type = .json }
    }
}

/// The members of records with a discriminator, by whether their values depend on it.
private struct ModelRecord {
    private let root: PathProfile
    private let discriminator: ProfileDiscriminator
    private let foldedKeys: [String: Int]
    private let dependentKeys: Set<String>

    init(_ root: PathProfile, _ discriminator: ProfileDiscriminator) {
        self.root = root
        self.discriminator = discriminator
        let keys = root.members.compactMap(\.path.key)
        foldedKeys = keys.reduce(into: [:]) { $0[NameFolding.fold($1), default: 0] += 1 }
        dependentKeys = Set(discriminator.dependentKeys.map { $0[0] })
            .union(keys.filter { Self.hasSeveralKinds($0, discriminator) })
    }

    /// Returns whether a member has values of different kinds in the records of different cases.
    private static func hasSeveralKinds(_ key: String, _ discriminator: ProfileDiscriminator) -> Bool {
        let kinds = discriminator.cases.compactMap { $0.profile.member(key)?.values.counts.kinds.rawValue }
        return Set(kinds).subtracting([0]).count > 1
    }

    /// Returns whether no other key matches a key.
    func isUnique(_ key: String) -> Bool { foldedKeys[NameFolding.fold(key)] == 1 }

    /// The records with only the members that do not depend on the discriminator.
    var independent: PathProfile {
        root.with(root.members.filter { $0.path.key != discriminator.key && !isDependent($0) })
    }

    private func isDependent(_ member: PathProfile) -> Bool { dependentKeys.contains(member.path.key ?? "") }

    /// The key of the content; `nil` if the associated values are whole records.
    var content: String? {
        guard dependentKeys.count == 1, let key = dependentKeys.first, isUnique(key),
            discriminator.dependentKeys.contains(where: { $0.count > 1 })
        else { return nil }
        return key
    }

    /// Returns the records of a case without the discriminator; `nil` if they have no other member. Members that do not
    /// depend on the discriminator have the types that they have in all records.
    func ownMembers(of source: ProfileDiscriminator.Case) -> PathProfile? {
        let members = source.profile.members.filter { $0.path.key != discriminator.key }.map { member in
            var common = isDependent(member) ? member : root.member(member.path.key ?? "") ?? member
            (common.occurrences, common.possibleOccurrences) = (
                member.occurrences, member.possibleOccurrences
            )
            return common
        }
        return members.isEmpty ? nil : source.profile.with(members)
    }
}

extension ModelObject {
    /// The keywords that need backticks as labels of parameters. As labels of arguments, which the macro writes, the
    /// compiler warns about the backticks.
    private static let escapedLabels: Set = ["inout", "let", "var"]

    fileprivate var canBeLabels: Bool {
        keysWithoutProperty.isEmpty
            && properties.allSatisfy {
                $0.key == nil && SwiftName.isName($0.name) && !Self.escapedLabels.contains($0.name)
            }
    }
}

extension PathProfile {
    fileprivate func member(_ key: String) -> PathProfile? { members.first { $0.path.key == key } }

    fileprivate func with(_ members: [PathProfile]) -> PathProfile {
        var profile = self
        profile.members = members
        return profile
    }
}
