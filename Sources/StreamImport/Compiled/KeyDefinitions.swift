/// The slots that the keys of one type map to: the part of a ``KeyTable`` that imports share.
struct KeyDefinitions {
    /// A key and the slot that it maps to.
    struct Definition {
        let key: String
        /// The slot; `nil` if the key is ignored.
        var slot: Pinned<Slot>?
    }

    /// The keys that are compared exactly, and their slots.
    private(set) var exact: KeyIndex
    let exactSlots: PinnedArray<Pinned<Slot>?>
    /// The keys that are compared flexibly, and their definitions.
    private let names: FlexibleNames
    let flexible: [Definition]
    /// The slot of keys without a definition, if they have one.
    let unknownKeySlot: Pinned<Slot>?
    private let ignoresUnknownKeys: Bool

    /// - Parameters:
    ///   - exact: the definitions of keys that are compared exactly. If two have the same key, the first counts.
    ///   - flexible: the definitions of keys that are compared flexibly.
    ///   - unknownKeySlot: the slot of keys without a definition, if they have one.
    ///   - ignoresUnknownKeys: whether keys without a definition are ignored on purpose.
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

    /// Returns the index of the flexible definition that a key matches; the count of flexible definitions if the key
    /// matches none.
    func flexibleIndex(of key: KeyText) -> Int { names.find(key) ?? flexible.count }

    /// Returns whether keys are ignored on purpose if they have no slot.
    ///
    /// - Parameter index: the result of ``flexibleIndex(of:)`` for the keys.
    func isIgnored(flexible index: Int) -> Bool { index < flexible.count || ignoresUnknownKeys }

    /// Returns the slot of keys that no exact definition has.
    ///
    /// - Parameter index: the result of ``flexibleIndex(of:)`` for the keys.
    func slot(ofFlexible index: Int) -> Pinned<Slot>? {
        index < flexible.count ? flexible[index].slot : unknownKeySlot
    }
}
