/// The keys of one type as they are spelled in the input, each with the slot it means.
///
/// Keys come in the same order in record after record, so each spelling remembers which one followed it last
/// time. A guess costs three comparisons; a wrong one costs a probe of a hash table. What a spelling means is
/// worked out once and remembered, up to a limit, also where it means nothing, because most dumps have more keys
/// than their models.
struct KeyTable {
    /// A key as it was spelled.
    struct Spelling {
        let key: KeyText
        /// The slot the key means, if any.
        let slot: Pinned<Slot>?
        /// Whether the key means nothing on purpose, or was reported already.
        var isIgnored: Bool
        /// The spelling that is expected next.
        var next: Pinned<Spelling>
    }

    /// What a key means before it has come.
    struct Definition {
        let key: String
        var slot: Pinned<Slot>?

        /// - Parameter slot: `nil` if the key is ignored.
        init(_ key: String, slot: Pinned<Slot>?) {
            self.key = key
            self.slot = slot
        }
    }

    /// How many spellings are learned from the input. A dump whose every record has new keys neither grows the
    /// table nor slows it down.
    private static let learnedLimit = 1000

    /// The spelling that is expected first in an object.
    var first: Pinned<Spelling>
    private let spellings: Pinned<Spelling>
    private var known: KeyIndex
    private let names: FlexibleNames
    /// Stands for the keys that were not remembered, of each name and of those that mean nothing.
    private let unremembered: Pinned<Spelling>
    private let unrememberedCount: Int
    /// The slot of keys that mean no other.
    private let rest: Pinned<Slot>?

    /// - Parameters:
    ///   - exact: what keys mean that are spelled exactly so; of two definitions of one key the first counts.
    ///   - flexible: what keys mean that are spelled about so.
    ///   - rest: the slot that all other keys mean, if there is one.
    init(exact: [Definition], flexible: [Definition], rest: Pinned<Slot>?) {
        self.rest = rest
        known = KeyIndex(capacity: exact.count + Self.learnedLimit)
        spellings = Pinned(capacity: known.capacity)
        names = FlexibleNames(flexible.map(\.key))
        unrememberedCount = flexible.count + 1
        unremembered = Pinned(capacity: unrememberedCount)
        first = unremembered + flexible.count
        for (index, definition) in (flexible + [Definition("", slot: rest)]).enumerated() {
            let key = index < flexible.count ? KeyText(copying: definition.key) : .none
            (unremembered + index).initialize(
                to: Spelling(
                    key: key, slot: definition.slot, isIgnored: index < flexible.count, next: first))
        }
        for definition in exact { define(definition) }
        // Until the input says otherwise, keys are expected in the order of the fields.
        for index in 0..<known.count { spellings[index].next = spellings + (index + 1) % known.count }
        if known.count > 0 { first = spellings }
    }

    private mutating func define(_ definition: Definition) {
        let key = KeyText(copying: definition.key)
        if known.find(key) == nil {
            _ = remember(key, slot: definition.slot, isIgnored: definition.slot == nil)
        }
        key.free()
    }

    func free() {
        spellings.free(count: known.count)
        known.free()
        names.free()
        for index in 0..<unrememberedCount { unremembered[index].key.free() }
        unremembered.free(count: unrememberedCount)
    }

    /// The spelling of a key that was not expected: one that was seen before, or a new one.
    ///
    /// If there is no room to remember a new one, what stands for it has its slot, but not its text.
    mutating func spelling(of key: KeyText) -> Pinned<Spelling> {
        if let index = known.find(key) { return spellings + index }
        let meaning = unremembered + (names.find(key) ?? unrememberedCount - 1)
        return remember(key, slot: meaning.value.slot, isIgnored: meaning.value.isIgnored) ?? meaning
    }

    /// Whether a spelling has the text of its key.
    func remembers(_ spelling: Pinned<Spelling>) -> Bool {
        spelling.isInside(spellings, count: known.count)
    }

    private mutating func remember(
        _ key: KeyText, slot: Pinned<Slot>?, isIgnored: Bool
    ) -> Pinned<Spelling>? {
        guard let index = known.insert(key) else { return nil }
        let spelling = spellings + index
        spelling.initialize(
            to: Spelling(key: known[index], slot: slot, isIgnored: isIgnored, next: first))
        return spelling
    }
}
