/// The keys of one type as they are spelled in the input, each with the slot it means.
///
/// Keys come in the same order in record after record, so each spelling remembers which one followed it last
/// time. A guess costs three comparisons; a wrong one costs a probe of a hash table. Spellings that mean
/// nothing are remembered as well, up to a limit, because most dumps have more keys than their models.
struct KeyTable {
    /// A key as it was spelled.
    struct Spelling {
        let key: KeyText
        /// The slot the key means, if any.
        let slot: Pinned<Slot>?
        /// The spelling that is expected next.
        var next: Pinned<Spelling>
    }

    /// How many spellings without a slot are remembered. A dump whose every record has new keys neither grows
    /// the table nor slows it down.
    private static let unknownLimit = 1000

    /// The spelling that is expected first in an object.
    var first: Pinned<Spelling>
    private let spellings: Pinned<Spelling>
    private var count = 0
    private let capacity: Int
    /// For each hash the index of a spelling, or -1; at most half full.
    private let buckets: Pinned<Int32>
    private let bucketCount: Int

    /// - Parameters:
    ///   - names: the key of each slot, in the slots' order.
    ///   - slots: the slots.
    init(names: [String], slots: Pinned<Slot>) {
        capacity = names.count + Self.unknownLimit
        var bucketCount = 64
        while bucketCount < capacity * 2 { bucketCount *= 2 }
        self.bucketCount = bucketCount
        buckets = Pinned(repeating: -1, count: bucketCount)
        spellings = Pinned(capacity: capacity + 1)
        // Stands for no key: what is expected where nothing can be.
        first = spellings + capacity
        first.initialize(to: Spelling(key: .none, slot: nil, next: first))
        for (index, name) in names.enumerated() {
            var name = name
            // SAFETY: the bytes are copied before the call returns.
            _ = name.withUTF8 { unsafe remember(KeyText($0), slot: slots + index) }
        }
        // Until the input says otherwise, keys are expected in the order of the fields.
        for index in 0..<count { spellings[index].next = spellings + (index + 1) % count }
        if count > 0 { first = spellings }
    }

    func free() {
        for index in 0..<count { spellings[index].key.free() }
        (spellings + capacity).value.key.free()
        spellings.free(count: count)
        buckets.free(count: bucketCount)
    }

    /// A spelling that was seen before.
    func find(_ key: KeyText) -> Pinned<Spelling>? {
        var bucket = key.hash & (bucketCount - 1)
        while buckets[bucket] >= 0 {
            let spelling = spellings + Int(buckets[bucket])
            if spelling.value.key.isSpelled(like: key) { return spelling }
            bucket = (bucket + 1) & (bucketCount - 1)
        }
        return nil
    }

    /// Remembers a spelling that is not in the table yet; `nil` if the table is full.
    mutating func remember(_ key: KeyText, slot: Pinned<Slot>?) -> Pinned<Spelling>? {
        guard count < capacity else { return nil }
        var bucket = key.hash & (bucketCount - 1)
        while buckets[bucket] >= 0 { bucket = (bucket + 1) & (bucketCount - 1) }
        buckets[bucket] = Int32(count)
        let spelling = spellings + count
        spelling.initialize(to: Spelling(key: key.copied(), slot: slot, next: first))
        count += 1
        return spelling
    }
}
