internal import ImportNames

/// Names that keys match regardless of case, `_`, `-` and spaces: `FiRst_NAme` matches `firstName`.
struct FlexibleNames {
    private var folded: KeyIndex
    /// The index of the name that each folded name comes from.
    private let origins: PinnedArray<Int32>
    /// The length of the longest folded name, in bytes.
    private let longest: Int

    /// - Parameter names: the names. If the folded forms of two names are equal, keys match the first name.
    init(_ names: [String]) {
        let foldedNames = names.map { Array(NameFolding.fold($0).utf8) }
        longest = foldedNames.map(\.count).max() ?? 0
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
    func find(_ key: KeyText) -> Int? {
        guard folded.count > 0 else { return nil }
        // SAFETY: `fold` writes at most `longest` bytes, and the folded key is looked up before the memory is freed.
        return unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: longest + 1) { scratch in
            guard let count = unsafe fold(key, into: scratch) else { return nil }
            let foldedKey = unsafe KeyText(UnsafeBufferPointer(rebasing: scratch[..<count]))
            return folded.find(foldedKey).map { Int(origins[$0]) }
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
