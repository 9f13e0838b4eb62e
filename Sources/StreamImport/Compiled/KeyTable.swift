/// The keys of one type as the input spells them, each with its slot.
///
/// Keys come in the same order in record after record, so each spelling remembers which one followed it last time. A
/// guess costs three comparisons; a wrong guess also costs a lookup in a hash table. The slot of a spelling is
/// determined once and remembered, up to a limit. Unknown keys are remembered too, because most dumps have more keys
/// than their models.
struct KeyTable {
    /// A key as the input spells it.
    struct Spelling {
        let key: KeyText
        /// The slot of the key, if it has one.
        let slot: Pinned<Slot>?
        /// Whether the key is ignored on purpose, or was already reported.
        var isIgnored: Bool
        /// Whether this is the spelling of one key, not the shared one of keys beyond the limit.
        let isRemembered: Bool
        /// The spelling that is expected next.
        var next: Pinned<Spelling>
    }

    /// The maximum number of spellings that are learned from the input. A dump that has new keys in every record
    /// neither grows the table beyond it nor slows the table down.
    private let learnedLimit: Int

    /// The spelling that is expected first in an object.
    var first: Pinned<Spelling>
    private let definitions: Pinned<KeyDefinitions>
    /// The spellings of the exact definitions, followed by one for no key.
    private let exact: PinnedArray<Spelling>
    private var learnedKeys = KeyIndex(capacity: 0)
    private var learned: [Pinned<Spelling>] = []
    /// The size of the learned spellings, in bytes.
    private(set) var learnedBytes = 0
    /// The shared spellings of keys beyond the limit: one for each flexible definition, and one for all unknown keys.
    private var unremembered: PinnedArray<Spelling>?

    init(_ definitions: Pinned<KeyDefinitions>, learning limit: Int) {
        self.definitions = definitions
        learnedLimit = limit
        let count = definitions.value.exact.count
        exact = PinnedArray(count: count + 1)
        first = exact.pinned(0)
        // Until the input says otherwise, keys are expected in the order of the fields.
        for index in 0..<count {
            let slot = definitions.value.exactSlots[index]
            exact.pinned(index).initialize(
                to: Spelling(
                    key: definitions.value.exact[index], slot: slot, isIgnored: slot == nil,
                    isRemembered: true, next: exact.pinned((index + 1) % count)))
        }
        exact.pinned(count).initialize(
            to: Spelling(key: .none, slot: nil, isIgnored: false, isRemembered: false, next: first))
    }

    func free() {
        exact.free()
        for spelling in learned { spelling.free() }
        learnedKeys.free()
        guard let unremembered else { return }
        for index in unremembered.indices { unremembered[index].key.free() }
        unremembered.free()
    }

    /// Returns the spelling of a key that was not expected: a known one or a new one.
    ///
    /// Beyond the limit, the result is a shared spelling. It has the slot of the key, but not its text.
    mutating func spelling(of key: KeyText) -> Pinned<Spelling> {
        if let index = definitions.value.exact.find(key) { return exact.pinned(index) }
        if let index = learnedKeys.find(key) { return learned[index] }
        let number = definitions.value.flexibleDefinition(of: key)
        return learned.count < learnedLimit ? learn(key, number) : unremembered(number)
    }

    private mutating func learn(_ key: KeyText, _ number: Int) -> Pinned<Spelling> {
        let index = learnedKeys.insert(key)
        let spelling = Pinned(
            Spelling(
                key: learnedKeys[index], slot: definitions.value.slot(ofFlexible: number),
                isIgnored: definitions.value.isIgnored(flexible: number), isRemembered: true, next: first))
        learned.append(spelling)
        learnedBytes += key.count + MemoryLayout<Spelling>.stride
        return spelling
    }

    var hasRememberedAll: Bool { unremembered == nil }

    private mutating func unremembered(_ number: Int) -> Pinned<Spelling> {
        if let unremembered { return unremembered.pinned(number) }
        let flexible = definitions.value.flexible
        let spellings = PinnedArray<Spelling>(count: flexible.count + 1)
        for index in spellings.indices {
            let key = index < flexible.count ? KeyText(copying: flexible[index].key) : .none
            spellings.pinned(index).initialize(
                to: Spelling(
                    key: key, slot: definitions.value.slot(ofFlexible: index),
                    isIgnored: definitions.value.isIgnored(flexible: index),
                    isRemembered: false, next: first))
        }
        unremembered = spellings
        return spellings.pinned(number)
    }
}
