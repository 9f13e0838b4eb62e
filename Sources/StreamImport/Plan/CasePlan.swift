internal import ImportNames

/// The rules by which values become the cases of an enum, or instances of the subclasses of a class.
@safe
final class CasePlan: Sendable {
    /// The keys that lead from the object to its discriminator; empty if a value becomes the first case that it fits.
    let discriminator: [String]
    let cases: [Case]
    private let indexOfInstance: @Sendable (UnsafeRawPointer) -> Int

    struct Case: Sendable {
        let name: String
        let keys: [String]
        let isUnknown: Bool
        let payload: PayloadPlan

        /// The value of the discriminator in exports.
        var exportedName: String { keys.first ?? name }
    }

    init<Model>(
        discriminator: [String], cases: [ImportCase<Model>],
        index: @escaping @Sendable (borrowing Model) -> Int
    ) {
        self.discriminator = discriminator
        self.cases = cases.map {
            Case(name: $0.name, keys: $0.keys, isUnknown: $0.isUnknown, payload: $0.payload)
        }
        // SAFETY: the caller passes the address of an instance of the model.
        unsafe indexOfInstance = { unsafe index($0.assumingMemoryBound(to: Model.self).pointee) }
    }

    /// Returns the index of the case of the instance at an address; `nil` if the plan has no such case.
    func index(_ instance: UnsafeRawPointer) -> Int? {
        // SAFETY: the caller passes the address of an instance of the type.
        let index = unsafe indexOfInstance(instance)
        return cases.indices.contains(index) ? index : nil
    }
}

/// Discriminators in any JSON, which is the payload of the case for unknown names.
extension CasePlan {
    /// Returns the discriminator in a JSON value; `nil` if it has none.
    func name(in json: JSONValue, _ matching: KeyMatching) -> String? {
        var value = json
        for level in discriminator.indices {
            guard case .object(let members) = value, let key = key(at: level, in: members, matching)
            else { return nil }
            value = members[key] ?? .null
        }
        return switch value {
        case .string(let text), .number(let text): text
        case .bool(let value): "\(value)"
        case .null, .array, .object: nil
        }
    }

    /// Returns the key of an object's member that is at a level of the discriminator's path; `nil` if the object has none. Of
    /// several spellings, the first one in key order counts.
    func key(at level: Int, in members: [String: JSONValue], _ matching: KeyMatching) -> String? {
        let key = discriminator[level]
        guard members[key] == nil else { return key }
        guard discriminator.count == 1, matching == .flexible else { return nil }
        let name = NameFolding.fold(key)
        return members.keys.filter { NameFolding.fold($0) == name }.min()
    }

    /// Returns the payload of the case for unknown names that an update makes from the old and the new payload, which name the
    /// same case: the old members whose keys the new payload lacks stay, and so does the discriminator.
    func update(_ old: JSONValue, with new: JSONValue, _ matching: KeyMatching, level: Int = 0) -> JSONValue {
        guard level < discriminator.count, case .object(var members) = old, case .object(var updates) = new
        else { return level == 0 ? new : old }
        if let oldKey = key(at: level, in: members, matching), let value = members[oldKey] {
            while let newKey = key(at: level, in: updates, matching),
                let update = updates.removeValue(forKey: newKey)
            {
                members[oldKey] = self.update(value, with: update, matching, level: level + 1)
            }
        }
        return .object(members.merging(updates) { $1 })
    }
}

extension ImportPlan {
    /// Creates a plan for an enum with associated values, or for a class whose instances are of several subclasses.
    ///
    ///     static let importPlan = ImportPlan(
    ///         Event.self, discriminator: "type",
    ///         cases: [
    ///             ImportCase("push", keys: ["PushEvent"], payload: Push.self) { .push($0) } unwrap: { event in
    ///                 if case .push(let push) = event { push } else { nil }
    ///             },
    ///             ImportCase(unknown: "unknown") { .unknown($0) } unwrap: { event in
    ///                 if case .unknown(let json) = event { json } else { nil }
    ///             },
    ///         ],
    ///         index: { event in
    ///             switch event {
    ///             case .push: 0
    ///             case .unknown: 1
    ///             }
    ///         })
    ///
    /// The macro ``Importable(discriminator:content:)`` writes such a plan.
    ///
    /// - Parameters:
    ///   - model: the type of the instances.
    ///   - discriminator: the rule that tells the cases apart.
    ///   - cases: the cases. If two have the same name, the first one receives the values. At most one is for unknown
    ///     names.
    ///   - index: returns the index of the case of an instance in `cases`.
    public init<Model: Importable>(
        _ model: Model.Type, discriminator: Discriminator, cases: [ImportCase<Model>],
        index: @escaping @Sendable (borrowing Model) -> Int
    ) {
        self.init(type: model)
        switch discriminator {
        case .member(let path):
            let components = JSONPath.ofKey(path)?.components ?? []
            let keys = components.compactMap(\.key)
            if keys.isEmpty || keys.count < components.count {
                error = .invalidDiscriminator(path, type: "\(model)")
            }
            self.cases = CasePlan(discriminator: keys, cases: cases, index: index)
        case .firstFit: self.cases = CasePlan(discriminator: [], cases: cases, index: index)
        case .key:
            let invalid = cases.first { $0.keyedField == nil }
            error = invalid.map { .caseWithFields($0.name, type: "\(model)") }
            object = ObjectPlan(keyed: cases)
        }
    }
}

extension JSONPath.Component {
    fileprivate var key: String? {
        if case .key(let key) = self { key } else { nil }
    }
}
