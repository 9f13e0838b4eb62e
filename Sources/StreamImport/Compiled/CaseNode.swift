/// The compiled form of a ``CasePlan``.
///
/// A node has no references, so that copying it costs no reference counting.
@safe
struct CaseNode {
    /// The compiled form of one case.
    @safe
    struct Case {
        /// The node of the value that is read for the case.
        let payload: Pinned<ValueNode>
        fileprivate let planReference: Unmanaged<CaseRule>
        /// The node of the objects that become instances of the case at once; `nil` if a payload is made first.
        let object: Pinned<ObjectNode>?

        // SAFETY: the caller keeps the plan as long as the node.
        init(payload: Pinned<ValueNode>, _ plan: CaseRule, object: Pinned<ObjectNode>?) {
            self.payload = payload
            unsafe planReference = .passUnretained(plan)
            self.object = object
        }
    }

    private let planReference: Unmanaged<CasePlan>
    let cases: PinnedArray<Case>
    /// The index of the case for unknown names; `nil` if the type has none.
    let unknown: Int?
    let keyMatching: KeyMatching
    /// The keys of the path to the discriminator; empty if a value becomes the first case that it fits.
    let path: PinnedArray<KeyText>
    /// The discriminator's key as text, if its path is a key; and the names that it matches flexibly.
    private let key: KeyText
    private let flexibleKey: FlexibleNames
    /// The names that are compared exactly and flexibly, and the index of the case of each.
    private var exactNames: KeyIndex
    private let exactCases: PinnedArray<Int>
    private let flexibleNames: FlexibleNames
    private let flexibleCases: PinnedArray<Int>

    /// - Parameters:
    ///   - plan: the rules, which the compiled plan keeps.
    ///   - cases: the compiled cases, in the order of the plan.
    init(_ plan: CasePlan, _ cases: PinnedArray<Case>, _ keyMatching: KeyMatching) {
        // SAFETY: the caller keeps the plan.
        unsafe planReference = .passUnretained(plan)
        self.cases = cases
        self.keyMatching = keyMatching
        unknown = plan.cases.firstIndex(where: \.isUnknown)
        path = PinnedArray(plan.discriminator.map(KeyText.init(copying:)))
        let known = plan.cases.enumerated().filter { !$1.isUnknown }
        // If two names are equal, the first counts.
        let names =
            known.flatMap { index, rule in rule.keys.map { ($0, index) } } + known.map { ($1.name, $0) }
        (exactNames, exactCases) = (
            KeyIndex(capacity: names.count), PinnedArray(repeating: 0, count: names.count)
        )
        for (name, index) in names {
            let key = KeyText(copying: name)
            if exactNames.find(key) == nil { exactCases[exactNames.insert(key)] = index }
            key.free()
        }
        let flexible = keyMatching == .flexible ? known : []
        flexibleNames = FlexibleNames(flexible.map(\.element.name))
        flexibleCases = PinnedArray(flexible.map(\.offset))
        key = path.count == 1 ? path[0] : .none
        flexibleKey = FlexibleNames(path.count == 1 && keyMatching == .flexible ? plan.discriminator : [])
    }

    func free() {
        for index in path.indices { path[index].free() }
        path.free()
        flexibleKey.free()
        exactNames.free()
        exactCases.free()
        flexibleNames.free()
        flexibleCases.free()
    }

    /// Whether a member names the case.
    var hasDiscriminator: Bool { path.count > 0 }
    /// Whether a member of the object itself names the case, not a member of an object in it.
    var isDirect: Bool { path.count == 1 }

    /// Returns whether a key is that of the discriminator, which is a member of the object itself.
    @inline(__always)
    func isDiscriminator(_ key: KeyText) -> Bool {
        self.key.isSpelled(like: key) || flexibleKey.find(key) != nil
    }

    /// Returns the index of the case with a name, or of the case for unknown names; `nil` if there is neither.
    @inline(__always)
    func index(of name: KeyText) -> Int? {
        exactNames.find(name).map { exactCases[$0] }
            ?? flexibleNames.find(name).map { flexibleCases[$0] } ?? unknown
    }

    /// The rules.
    // SAFETY: the compiled plan keeps the rules alive as long as the node.
    var plan: CasePlan { unsafe planReference.takeUnretainedValue() }

    /// The keys of the path to the discriminator, as text.
    var pathKeys: [String] { path.indices.map { path[$0].text } }
}

// SAFETY, of all: the compiled plan keeps the rules of the payload alive as long as the node.
extension CaseNode.Case {
    /// Moves a payload into a new instance of the case.
    @inline(__always)
    func wrap(_ payload: ValueAddress, into destination: ValueAddress) {
        unsafe planReference._withUnsafeGuaranteedRef { $0.wrap(payload, destination) }
    }

    /// Returns a copy of the payload of an instance of the case.
    func copyPayload(of instance: ValueBox) -> ValueBox? {
        var copy: ValueBox?
        _ = try? unsafe planReference.takeUnretainedValue().unwrap(instance.address) {
            copy = payload.copyUnwrapped($0)
        }
        return copy
    }
}
