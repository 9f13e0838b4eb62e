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
        let plan: Unmanaged<CaseRule>
        /// The node of the objects that become instances of the case at once; `nil` if a payload is made first.
        let object: Pinned<ObjectNode>?
    }

    /// The rules; the compiled plan keeps them alive as long as the node.
    let plan: Unmanaged<CasePlan>
    let cases: PinnedArray<Case>
    /// The index of the case for unknown names; `nil` if the type has none.
    let unknown: Int?
    let keyMatching: KeyMatching
    /// The keys of the path to the discriminator; empty if a value becomes the first case that it fits.
    let path: PinnedArray<KeyText>
    /// The discriminator's key as text, if its path is a key; and the names that it matches flexibly.
    private let key: KeyText
    private let flexibleKey: FlexibleNames
    private let caseNames: CaseNames

    /// - Parameters:
    ///   - plan: the rules, which the compiled plan keeps.
    ///   - cases: the compiled cases, in the order of the plan.
    init(_ plan: CasePlan, _ cases: PinnedArray<Case>, _ keyMatching: KeyMatching) {
        // SAFETY: the caller keeps the plan.
        unsafe self.plan = .passUnretained(plan)
        self.cases = cases
        self.keyMatching = keyMatching
        unknown = plan.cases.firstIndex(where: \.isUnknown)
        path = PinnedArray(plan.discriminator.map(KeyText.init(copying:)))
        let known = plan.cases.enumerated().filter { !$1.isUnknown }
        caseNames = CaseNames(
            exact: known.flatMap { index, rule in rule.keys.map { ($0, index) } }
                + known.map { ($1.name, $0) },
            flexible: keyMatching == .flexible ? known.map { ($1.name, $0) } : [])
        key = path.count == 1 ? path[0] : .none
        flexibleKey = FlexibleNames(path.count == 1 && keyMatching == .flexible ? plan.discriminator : [])
    }

    func free() {
        for index in path.indices { path[index].free() }
        path.free()
        flexibleKey.free()
        caseNames.free()
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
    func index(of name: KeyText) -> Int? { caseNames.find(name) ?? unknown }

    /// The names of the cases.
    var names: [String] {
        // SAFETY: the compiled plan keeps the plan.
        unsafe plan._withUnsafeGuaranteedRef { $0.cases.map(\.name) }
    }

    /// The keys of the path to the discriminator, as text.
    var pathKeys: [String] { path.indices.map { path[$0].text } }

    /// The names of the cases as exports write them, for error messages.
    var exportedNames: [String] {
        // SAFETY: the compiled plan keeps the plan.
        unsafe plan._withUnsafeGuaranteedRef { plan in
            plan.cases.filter { !$0.isUnknown }.map(\.exportedName)
        }
    }

    /// Returns the index of the case of the instance at an address; `nil` if the plan has no such case.
    func index(ofInstance instance: UnsafeRawPointer) -> Int? {
        // SAFETY: the compiled plan keeps the plan. The caller passes the address of an instance of the type.
        unsafe plan._withUnsafeGuaranteedRef { unsafe $0.index(ValueAddress(instance)) }
    }
}

/// Names that are compared exactly, names that are compared flexibly, and a number for each.
private struct CaseNames {
    private var exact: KeyIndex
    private let exactNumbers: PinnedArray<Int>
    private let flexible: FlexibleNames
    private let flexibleNumbers: PinnedArray<Int>

    /// Creates the names. If two are equal, the first counts.
    init(exact names: [(String, Int)], flexible flexibleNames: [(String, Int)]) {
        exact = KeyIndex(capacity: names.count)
        exactNumbers = PinnedArray(repeating: 0, count: names.count)
        for (name, number) in names {
            let key = KeyText(copying: name)
            if exact.find(key) == nil { exactNumbers[exact.insert(key)] = number }
            key.free()
        }
        flexible = FlexibleNames(flexibleNames.map(\.0))
        flexibleNumbers = PinnedArray(flexibleNames.map(\.1))
    }

    func free() {
        exact.free()
        exactNumbers.free()
        flexible.free()
        flexibleNumbers.free()
    }

    @inline(__always)
    func find(_ name: KeyText) -> Int? {
        exact.find(name).map { exactNumbers[$0] } ?? flexible.find(name).map { flexibleNumbers[$0] }
    }
}
