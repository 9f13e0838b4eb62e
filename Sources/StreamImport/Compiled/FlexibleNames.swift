internal import ImportNames

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
