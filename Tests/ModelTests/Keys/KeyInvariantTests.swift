import StreamImport
import TestSupport
import Testing

/// If several members match a property, the property receives the value of the highest precedence. The test compares
/// imports and updates, from texts and dictionaries, with a model of this rule, for every order of randomly chosen
/// members and under randomly chosen policies.
@Suite struct KeyInvariantTests {
    @Test(arguments: 0..<TestTier.count(12, full: 400))
    func valueOfHighestPrecedenceWinsInAnyOrder(seed: Int) throws {
        var generator = Random(seed: TestTier.seed &+ UInt64(seed))
        for _ in 0..<3 {
            let members = Candidate.randomMembers(using: &generator)
            let testCase = KeyTestCase(policies: KeyPolicies(using: &generator))
            for order in members.permutations {
                try testCase.check(KeyedOptional.self, order)
                try testCase.check(KeyedDefault.self, order)
                try testCase.check(KeyedRequired.self, order)
            }
        }
    }
}

extension Array {
    /// The elements in every order.
    var permutations: [[Element]] {
        guard count > 1 else { return [self] }
        return indices.flatMap { index in
            var remaining = self
            let first = remaining.remove(at: index)
            return remaining.permutations.map { [first] + $0 }
        }
    }
}

// MARK: - Models

/// A model with a property that several keys match.
private protocol KeyedModel: Importable, Equatable {
    static var absence: Absence { get }
    init(value: Int)
    var value: Int? { get }
}

private enum Absence { case optional, defaulted, required }

/// The keys of each model, by descending precedence. The name of the property has a lower precedence than the keys.
private let keys = ["code.k", "alt", "deep[1].v"]

private struct KeyedOptional: KeyedModel {
    var value: Int?

    init(value: Int) { self.value = value }
    init(read value: Int?) { self.value = value }

    static let absence = Absence.optional
    static let importPlan = ImportPlan(KeyedOptional.self) { fields in
        let value = fields.optional("code", Int.self, keys: keys)
        return ModelOperations(
            make: { KeyedOptional(read: $0[value]) },
            update: { KeyedOptional(read: $0.updated($1.value, value)) },
            decompose: { $1.add($0.value, value) }, properties: { [:] })
    }
}

private struct KeyedDefault: KeyedModel {
    var stored = 1
    var value: Int? { stored }

    init(value: Int) { stored = value }

    static let absence = Absence.defaulted
    static let importPlan = ImportPlan(KeyedDefault.self) { fields in
        let value = fields.defaulted("code", Int.self, keys: keys)
        return ModelOperations(
            make: { KeyedDefault(value: $0[value] ?? 1) },
            update: { KeyedDefault(value: $0.updated($1.stored, value, default: 1)) },
            decompose: { $1.add($0.stored, value) }, properties: { [:] })
    }
}

private struct KeyedRequired: KeyedModel {
    var stored: Int
    var value: Int? { stored }

    init(value: Int) { stored = value }

    static let absence = Absence.required
    static let importPlan = ImportPlan(KeyedRequired.self) { fields in
        let value = fields.required("code", Int.self, keys: keys)
        return ModelOperations(
            make: { KeyedRequired(value: $0[value]) },
            update: { KeyedRequired(value: $0.updated($1.stored, value)) },
            decompose: { $1.add($0.stored, value) }, properties: { [:] })
    }
}

// MARK: - Members

/// A member that can have a value for the property.
private struct Candidate {
    enum Content: Equatable {
        case value(Int)
        /// A number in a string: a value unless the coercion is `.strict`.
        case text(Int)
        case null
        case wrongType
        /// No value at the path of the key.
        case nothing
    }

    let key: String
    let json: String
    /// The precedence of the member for the property; 0 is the highest.
    let rank: Int
    let content: Content

    /// Returns one to four members with different keys, in random order.
    static func randomMembers(using generator: inout Random) -> [Candidate] {
        var members = Dictionary(grouping: candidates, by: \.key).values.map {
            $0.randomElement(using: &generator)!
        }
        members.sort { $0.key < $1.key }
        return Array(members.shuffled(using: &generator).prefix(Int.random(in: 1...4, using: &generator)))
    }

    private static let contents: [Content] = [.value(1), .text(1), .null, .wrongType]

    private static let candidates = namedMembers + pathMembers + membersWithoutValue

    private static let namedMembers: [Candidate] = {
        let keys = [("mapped", 0), ("code.k", 1), ("alt", 2), ("code", 4), ("CODE", 5), ("_code", 5)]
        return keys.enumerated().flatMap { number, key in
            contents.map { content in
                let content = content.withNumber(100 + number)
                return Candidate(key: key.0, json: content.json, rank: key.1, content: content)
            }
        }
    }()

    private static let pathMembers: [Candidate] = contents.flatMap { content in
        let (first, second) = (content.withNumber(200), content.withNumber(300))
        return [
            Candidate(key: "code", json: #"{"x":[0],"k":\#(first.json)}"#, rank: 1, content: first),
            Candidate(key: "deep", json: #"[9,{"v":\#(second.json)},8]"#, rank: 3, content: second),
        ]
    }

    private static let membersWithoutValue: [Candidate] =
        ["{}", #"{"x":1}"#].map { Candidate(key: "code", json: $0, rank: 1, content: .nothing) }
        + ["[]", "null", "[1]", #"[{},{"x":5}]"#].map {
            Candidate(key: "deep", json: $0, rank: 3, content: .nothing)
        }
}

extension Candidate.Content {
    /// Returns the content with another number, if it has a number.
    fileprivate func withNumber(_ number: Int) -> Self {
        switch self {
        case .value: .value(number)
        case .text: .text(number)
        case .null, .wrongType, .nothing: self
        }
    }

    fileprivate var json: String {
        switch self {
        case .value(let number): "\(number)"
        case .text(let number): "\"\(number)\""
        case .null: "null"
        case .wrongType: #"[{"k":1}]"#
        case .nothing: "{}"
        }
    }
}

// MARK: - Expected results

private struct KeyPolicies {
    let mismatch: MismatchPolicy
    let nulls: NullPolicy
    let duplicates: DuplicateKeyPolicy
    let coercion: CoercionPolicy
    let nested: NestedObjectPolicy

    init(using generator: inout Random) {
        mismatch = MismatchPolicy.allCases.randomElement(using: &generator)!
        nulls = NullPolicy.allCases.randomElement(using: &generator)!
        duplicates = DuplicateKeyPolicy.allCases.randomElement(using: &generator)!
        coercion = CoercionPolicy.allCases.randomElement(using: &generator)!
        nested = NestedObjectPolicy.allCases.randomElement(using: &generator)!
    }

    var options: ImportOptions {
        var options = ImportOptions()
        (options.mismatches, options.nulls, options.duplicateKeys) = (mismatch, nulls, duplicates)
        (options.coercion, options.nestedObjects) = (coercion, nested)
        options.map("mapped", to: "code")
        return options
    }
}

private struct KeyTestCase {
    let policies: KeyPolicies

    /// The result of an import or an update.
    enum Result: Equatable {
        case value(Int?, mismatches: Int)
        case error
    }

    /// The effect of a member on the property.
    private enum MemberEffect: Equatable { case value(Int), null, wrongType }

    func check<Model: KeyedModel>(_ model: Model.Type, _ members: [Candidate]) throws {
        let text = "{" + members.map { #""\#($0.key)":\#($0.json)"# }.joined(separator: ",") + "}"
        let dictionary = try #require(try dictionaries(in: "[\(text)]")).first ?? [:]
        // The members of a dictionary have no order. The result must be that of the order of their keys.
        let sortedMembers = members.sorted { $0.key < $1.key }
        for old in [nil, 7] as [Int?] {
            let ofText = expectedResult(Model.absence, members, old)
            #expect(result(model, old, text: text) == ofText, "\(text) \(policies) \(Model.self)")
            let ofDictionary = expectedResult(Model.absence, sortedMembers, old)
            #expect(result(model, old, dictionary) == ofDictionary, "\(text) \(policies) \(Model.self)")
        }
    }

    /// Returns the result of an import of a text, or of an update of a model with an old value.
    private func result<Model: KeyedModel>(_ model: Model.Type, _ old: Int?, text: String) -> Result {
        guard let old else {
            let records = StreamImporter.objects(of: model, from: text, options: policies.options)
            var value: Int?
            do {
                let summary = try records.forEach { value = $0.value }
                return .value(value, mismatches: summary.mismatchCount)
            } catch { return .error }
        }
        var instance = Model(value: old)
        do {
            let summary = try instance.update(from: text, options: policies.options)
            return .value(instance.value, mismatches: summary.mismatchCount)
        } catch { return .error }
    }

    /// Returns the result of an import of a dictionary, or of an update of a model with an old value.
    private func result<Model: KeyedModel>(
        _ model: Model.Type, _ old: Int?, _ dictionary: [String: Any]
    ) -> Result {
        do {
            guard let old else {
                let importer = DictionaryImporter(of: model, options: policies.options)
                var instances: [Model] = []
                let summary = try importer.collect(from: [dictionary], into: &instances)
                return .value(instances[0].value, mismatches: summary.mismatchCount)
            }
            var instance = Model(value: old)
            let summary = try instance.update(from: dictionary, options: policies.options)
            return .value(instance.value, mismatches: summary.mismatchCount)
        } catch { return .error }
    }

    /// Returns the result that the rule requires for members in this order.
    private func expectedResult(_ absence: Absence, _ members: [Candidate], _ old: Int?) -> Result {
        let effects = members.compactMap { member in
            effect(member.content, absence).map { (rank: member.rank, effect: $0) }
        }
        if policies.duplicates == .rejectRecord, Set(effects.map(\.rank)).count < effects.count {
            return .error
        }
        var winner: (rank: Int, value: Int)?
        for case (let rank, .value(let value)) in effects {
            guard let current = winner else {
                winner = (rank, value)
                continue
            }
            if rank < current.rank || rank == current.rank && policies.duplicates == .last {
                winner = (rank, value)
            }
        }
        let mismatches = effects.enumerated().count { index, effect in
            guard effect.effect == .wrongType else { return false }
            // Under `.first`, a value is not read if it follows another value of the same rank.
            let isSkipped =
                policies.duplicates == .first
                && effects[..<index].contains {
                    if case .value = $0.effect { $0.rank == effect.rank } else { false }
                }
            return effect.rank <= winner?.rank ?? .max && !isSkipped
        }
        if mismatches > 0, policies.mismatch == .rejectRecord { return .error }
        if let winner { return .value(winner.value, mismatches: mismatches) }
        if mismatches > 0, absence == .required { return .error }
        let bestRank = effects.map(\.rank).min()
        let isNull = effects.last { $0.rank == bestRank }?.effect == .null
        if let old, !isNull || policies.nulls == .ignore { return .value(old, mismatches: mismatches) }
        switch absence {
        case .optional: return .value(nil, mismatches: mismatches)
        case .defaulted: return .value(1, mismatches: mismatches)
        case .required: return .error
        }
    }

    /// Returns the effect of a member with a content; `nil` for `.nothing`.
    private func effect(_ content: Candidate.Content, _ absence: Absence) -> MemberEffect? {
        switch content {
        case .value(let number): .value(number)
        case .text(let number): policies.coercion == .strict ? .wrongType : .value(number)
        case .null: absence == .defaulted && policies.nulls == .mismatch ? .wrongType : .null
        case .wrongType: .wrongType
        case .nothing: nil
        }
    }
}
