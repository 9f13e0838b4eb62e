/// What the keys of one type mean: the part of a ``KeyTable`` that runs share.
struct KeyDefinitions {
    /// What one key means.
    struct Definition {
        let key: String
        /// `nil` if the key is ignored.
        var slot: Pinned<Slot>?
    }

    /// The keys that are spelled exactly so, and what they mean.
    private(set) var exact: KeyIndex
    let exactSlots: PinnedArray<Pinned<Slot>?>
    /// The keys that are spelled about so, and what they mean.
    private let names: FlexibleNames
    let flexible: [Definition]
    /// The slot of keys that mean no other.
    let unknownKeySlot: Pinned<Slot>?
    private let ignoresUnknownKeys: Bool

    /// - Parameters:
    ///   - exact: what keys mean that are spelled exactly so; of two definitions of one key the first counts.
    ///   - flexible: what keys mean that are spelled about so.
    ///   - unknownKeySlot: the slot that all other keys mean, if there is one.
    ///   - ignoresUnknownKeys: whether all other keys mean nothing on purpose.
    init(
        exact definitions: [Definition], flexible: [Definition], unknownKeySlot: Pinned<Slot>?,
        ignoresUnknownKeys: Bool = false
    ) {
        self.unknownKeySlot = unknownKeySlot
        self.ignoresUnknownKeys = ignoresUnknownKeys
        self.flexible = flexible
        names = FlexibleNames(flexible.map(\.key))
        exact = KeyIndex(capacity: definitions.count)
        exactSlots = PinnedArray(repeating: nil, count: definitions.count)
        for definition in definitions {
            let key = KeyText(copying: definition.key)
            if exact.find(key) == nil { exactSlots[exact.insert(key)] = definition.slot }
            key.free()
        }
    }

    func free() {
        exactSlots.free()
        exact.free()
        names.free()
    }

    /// The number of the flexible definition that a key means; one more than there are if it means none.
    func flexibleDefinition(of key: KeyText) -> Int { names.find(key) ?? flexible.count }

    /// Whether keys that mean a flexible definition, or none, mean nothing on purpose.
    func isIgnored(flexible number: Int) -> Bool { number < flexible.count || ignoresUnknownKeys }

    /// The slot of a flexible definition, or of the keys that mean nothing.
    func slot(ofFlexible number: Int) -> Pinned<Slot>? {
        number < flexible.count ? flexible[number].slot : unknownKeySlot
    }
}
