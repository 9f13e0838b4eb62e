/// The keys of one type as the input spells them, each with its slot.
///
/// Most records have their keys in the same order, so each spelling refers to the spelling that followed it last time.
/// Testing this guess costs three comparisons; a wrong guess also costs a lookup in a hash table. The slot of a
/// spelling is determined once and remembered, up to a limit. Unknown keys are remembered too, because most records
/// have more keys than their models have fields.
struct KeyTable {
    /// A key as the input spells it.
    struct Spelling {
        let key: KeyText
        /// The slot of the key, if it has one.
        let slot: Pinned<Slot>?
        /// Whether the key is ignored on purpose, or was already reported.
        var isIgnored: Bool
        /// Whether this is the spelling of one key, not one that keys beyond the limit share.
        let isRemembered: Bool
        /// The spelling that is expected next.
        var next: Pinned<Spelling>
    }

    /// The maximum number of spellings that are learned from one input. An input with new keys in every record does not
    /// grow the table beyond this limit, and does not slow down its lookups.
    private let learnedLimit: Int
    /// The number of spellings that were learned from earlier inputs.
    private var earlierCount = 0

    /// The spelling that is expected first in an object.
    var first: Pinned<Spelling>
    private let definitions: Pinned<KeyDefinitions>
    /// The spellings of the exact definitions, followed by a placeholder that matches no key.
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
        // Until the input has another order, keys are expected in the order of their definitions.
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

    /// Returns the spelling of a key that was not expected. Learns a new spelling.
    ///
    /// Beyond the limit, the result is a shared spelling, with the slot of the key but without the key's text.
    mutating func spelling(of key: KeyText) -> Pinned<Spelling> {
        if let index = definitions.value.exact.find(key) { return exact.pinned(index) }
        if let index = learnedKeys.find(key) { return learned[index] }
        let definition = definitions.value.flexibleIndex(of: key)
        return learned.count - earlierCount < learnedLimit ? learn(key, definition) : unremembered(definition)
    }

    private mutating func learn(_ key: KeyText, _ definition: Int) -> Pinned<Spelling> {
        let index = learnedKeys.insert(key)
        let spelling = Pinned(
            Spelling(
                key: learnedKeys[index], slot: definitions.value.slot(ofFlexible: definition),
                isIgnored: definitions.value.isIgnored(flexible: definition), isRemembered: true,
                next: first))
        learned.append(spelling)
        learnedBytes += key.count + MemoryLayout<Spelling>.stride
        return spelling
    }

    var hasRememberedAll: Bool { unremembered == nil }

    /// Prepares the table for another input, which learns as many spellings as with a new table.
    mutating func inputEnded() { earlierCount = learned.count }

    private mutating func unremembered(_ definition: Int) -> Pinned<Spelling> {
        if let unremembered { return unremembered.pinned(definition) }
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
        return spellings.pinned(definition)
    }
}
