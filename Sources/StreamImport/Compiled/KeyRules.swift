internal import ImportNames

/// The rules that map keys to the fields of one type: those of its plan, and those that the options add.
struct KeyRules {
    /// The rule for one key: the index of its field, or `nil` if it is ignored; its rank, of which 0 has the highest precedence; and
    /// whether the key is only the name of the property, not a declared key.
    typealias Rule = (key: String, field: Int?, rank: Int, isInferred: Bool)

    /// The rules for keys that are compared exactly. If two have the same key, the first counts.
    private(set) var exact: [Rule] = []
    /// The rules for keys that are compared flexibly.
    private(set) var flexible: [Rule] = []
    private(set) var paths = PathTree()
    /// The rules for keys that are spelled like a whole path. Any other rule for the same key counts instead.
    private var spelledPaths: [Rule] = []
    private let ignoredPaths: [[JSONPath.Component]]

    /// - Parameter ignored: keys that are ignored unless the plan has a field for them.
    init(_ plan: ObjectPlan, _ options: ImportOptions, alsoIgnoring ignored: [String] = []) {
        let ignoredKeys = options.ignoredKeys(of: plan.model) + plan.ignoredKeys
        ignoredPaths = ignoredKeys.map(JSONPath.components)
        exact = zip(ignoredPaths, ignoredKeys).map { ($0.onlyKey ?? $1, nil, 0, false) }
        for (index, field) in plan.fields.enumerated() where field.mayHaveKeys {
            for key in options.mappedKeys(to: field.name, of: plan) {
                add(key, index, rank: 0)
            }
        }
        for (index, field) in plan.fields.enumerated() where field.mayHaveKeys {
            for (rank, key) in field.keys.enumerated() {
                add(key, index, rank: rank + 1)
            }
        }
        for path in ignoredPaths { paths.ignore(path) }
        addNames(of: plan, options)
        exact += spelledPaths
        exact += ignored.map { ($0, nil, 0, false) }
        if options.keyMatching == .flexible { flexible += ignored.map { ($0, nil, 0, false) } }
    }

    private mutating func addNames(of plan: ObjectPlan, _ options: ImportOptions) {
        let fields = plan.fields.enumerated().filter { $1.mayHaveKeys && $1.isKeyedByName }
        let ignoredNames = plan.ignoredNames + plan.fields.filter { !$0.isKeyedByName }.map(\.nameKey)
        exact += fields.map { ($1.nameKey, $0, $1.nameRank, true) }
        exact += ignoredNames.map { ($0, nil, 0, false) }
        guard options.keyMatching == .flexible else { return }
        flexible = fields.filter { $1.codingKey == nil }.map { ($1.name, $0, $1.nameRank + 1, true) }
        flexible += ignoredNames.map { ($0, nil, 0, false) }
    }

    /// Adds a key of a field, or the path that the key spells.
    private mutating func add(_ key: String, _ field: Int, rank: Int) {
        let path = JSONPath.components(ofKey: key)
        if let key = path.onlyKey { exact.append((key, field, rank, false)) }
        // A key in brackets is only this key.
        if path.onlyKey == nil || PathNotation(of: key) == .pointer {
            spelledPaths.append((key, field, rank, false))
        }
        guard path.count > 1, !isIgnored(path) else { return }
        paths.insert(path, field: field, rank: rank)
    }

    /// Returns whether a key is ignored, or the path that it spells.
    func isIgnored(_ key: String) -> Bool { isIgnored(JSONPath.components(ofKey: key)) }

    private func isIgnored(_ path: [JSONPath.Component]) -> Bool {
        ignoredPaths.contains { !$0.isEmpty && path.starts(with: $0) }
    }

    /// Returns the rank of each field's key of highest precedence.
    func bestRanks(count: Int) -> [Int] {
        var ranks = [Int](repeating: DraftState.lastRank, count: count)
        for rule in exact + flexible {
            if let field = rule.field { ranks[field] = min(ranks[field], rule.rank) }
        }
        for (field, rank) in paths.ends { ranks[field] = min(ranks[field], rank) }
        return ranks
    }

    /// Returns the rule for a key that a path begins with, if the key has a rule of its own.
    func rule(for key: String) -> Rule? {
        exact.first { $0.key.utf8.elementsEqual(key.utf8) }
            ?? flexible.first { NameFolding.fold($0.key) == NameFolding.fold(key) }
    }
}

/// Names that keys match regardless of case, `_`, `-` and spaces: `FiRst_NAme` matches `firstName`.
struct FlexibleNames {
    private var folded: KeyIndex
    /// The index of the name that each folded name comes from.
    private let origins: PinnedArray<Int32>
    /// The length of the longest folded name, in bytes.
    private let longest: Int
    /// The ASCII bytes with which folded names begin, as bits: most keys that match no name are not folded at all.
    private let firstBytes: (UInt64, UInt64)

    /// - Parameter names: the names. If the folded forms of two names are equal, keys match the first name.
    init(_ names: [String]) {
        let foldedNames = names.map { Array(NameFolding.fold($0).utf8) }
        longest = foldedNames.map(\.count).max() ?? 0
        firstBytes = foldedNames.reduce(into: (0, 0)) { bits, name in
            guard let first = name.first, first < 0x80 else { return }
            if first < 64 { bits.0 |= 1 << UInt64(first) } else { bits.1 |= 1 << UInt64(first - 64) }
        }
        folded = KeyIndex(capacity: names.count)
        origins = PinnedArray(repeating: 0, count: names.count)
        for (index, name) in foldedNames.enumerated() {
            // SAFETY: `insert` copies the bytes before the call returns.
            unsafe name.withUnsafeBufferPointer { bytes in
                let key = unsafe KeyText(bytes)
                // An empty folded name matches no key.
                guard key.count > 0, folded.find(key) == nil else { return }
                origins[folded.insert(key)] = Int32(index)
            }
        }
    }

    func free() {
        origins.free()
        folded.free()
    }

    /// Returns the index of the name that a key matches.
    // Without the inlining, an import takes 1.3% more instructions (events-type-last).
    @inline(__always)
    func find(_ key: KeyText) -> Int? {
        folded.count > 0 && mayMatch(key) ? findFolded(key) : nil
    }

    @inline(never)
    private func findFolded(_ key: KeyText) -> Int? {
        // SAFETY: `fold` writes at most `longest` bytes, and the folded key is looked up before the memory is freed.
        return unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: longest + 1) { scratch in
            guard let count = unsafe fold(key, into: scratch) else { return nil }
            let foldedKey = unsafe KeyText(UnsafeBufferPointer(rebasing: scratch[..<count]))
            return folded.find(foldedKey).map { Int(origins[$0]) }
        }
    }

    /// Returns whether a name may begin like a key. Folding keeps ASCII digits, and makes ASCII letters lowercase.
    @inline(__always)
    private func mayMatch(_ key: KeyText) -> Bool {
        guard key.count > 0 else { return false }
        let first = key[0]
        switch first {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): return firstBytes.0 & 1 << UInt64(first) != 0
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"):
            return firstBytes.1 & 1 << UInt64(first | 0x20 &- 64) != 0
        default: return true
        }
    }

    /// Folds a key.
    ///
    /// - Returns: the length of the folded key in bytes; `nil` if the folded key is longer than every folded name.
    private func fold(_ key: KeyText, into scratch: UnsafeMutableBufferPointer<UInt8>) -> Int? {
        var count = 0
        for index in 0..<key.count {
            let byte = key[index]
            // SAFETY: `scratch` has room for `longest` bytes.
            guard byte < 0x80 else { return unsafe foldUnicode(key, into: scratch) }
            guard !NameFolding.isSeparator(byte) else { continue }
            guard count < longest else { return nil }
            unsafe scratch[count] = byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
            count += 1
        }
        return count
    }

    @inline(never)
    private func foldUnicode(_ key: KeyText, into scratch: UnsafeMutableBufferPointer<UInt8>) -> Int? {
        var (count, decoder) = (0, UTF8())
        // SAFETY: the key outlives the call.
        var bytes = unsafe UnsafeBufferPointer(start: key.bytes, count: key.count).makeIterator()
        while case .scalarValue(let scalar) = unsafe decoder.decode(&bytes) {
            // Strings this short are not allocated on the heap.
            for byte in NameFolding.fold(scalar).utf8 {
                guard count < longest else { return nil }
                unsafe scratch[count] = byte
                count += 1
            }
        }
        return count
    }
}
