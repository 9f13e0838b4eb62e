/// Finds the name that a key means if case does not count, nor do `_`, `-` and spaces: `FiRst_NAme` is `firstName`.
package struct FlexibleNames {
    private var folded: KeyIndex
    /// The number of the name that each folded one comes from.
    private let origins: Pinned<Int32>
    /// Room for a folded key that may be one of the names.
    private let scratch: Pinned<UInt8>
    private let longest: Int

    /// - Parameter names: of two that are the same once they are folded, the first is found.
    init(_ names: [String]) {
        let foldedNames = names.map { Array(Self.fold($0).utf8) }
        longest = foldedNames.map(\.count).max() ?? 0
        scratch = Pinned(repeating: 0, count: longest + 1)
        folded = KeyIndex(capacity: names.count)
        origins = Pinned(repeating: 0, count: names.count)
        for (index, name) in foldedNames.enumerated() {
            // SAFETY: the bytes are copied before the call returns. A name of nothing but spaces means no key.
            unsafe name.withUnsafeBufferPointer { bytes in
                let key = unsafe KeyText(bytes)
                guard key.count > 0, folded.find(key) == nil, let place = folded.insert(key) else { return }
                origins[place] = Int32(index)
            }
        }
    }

    func free() {
        origins.free(count: folded.capacity)
        scratch.free(count: longest + 1)
        folded.free()
    }

    /// The number of the name that a key means.
    func find(_ key: KeyText) -> Int? {
        guard folded.count > 0, let key = fold(key) else { return nil }
        return folded.find(key).map { Int(origins[$0]) }
    }

    /// Folds a key into the scratch memory; `nil` if it is longer than every name.
    private func fold(_ key: KeyText) -> KeyText? {
        var count = 0
        for index in 0..<key.count {
            let byte = key[index]
            guard byte < 0x80 else { return foldUnicode(key) }
            guard !Self.isDropped(byte) else { continue }
            guard count < longest else { return nil }
            scratch[count] = byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
            count += 1
        }
        return scratched(count)
    }

    @inline(never)
    private func foldUnicode(_ key: KeyText) -> KeyText? {
        var (count, decoder) = (0, UTF8())
        // SAFETY: the key outlives the call.
        var bytes = unsafe UnsafeBufferPointer(start: key.bytes, count: key.count).makeIterator()
        while case .scalarValue(let scalar) = unsafe decoder.decode(&bytes) {
            // Strings as short as these are not allocated.
            for byte in Self.fold(scalar).utf8 {
                guard count < longest else { return nil }
                scratch[count] = byte
                count += 1
            }
        }
        return scratched(count)
    }

    private func scratched(_ count: Int) -> KeyText {
        // SAFETY: the scratch memory lives as long as the names; the key is looked up before the next is folded.
        unsafe KeyText(scratch.buffer(count: count))
    }

    /// What a name is compared by.
    package static func fold(_ name: String) -> String {
        name.unicodeScalars.map(fold).joined()
    }

    /// Both ways, so that all letters that are one in either case are one: `ς`, `σ` and `Σ`, `ẞ`, `ß` and `ss`.
    private static func fold(_ scalar: Unicode.Scalar) -> String {
        if scalar.isASCII, isDropped(UInt8(scalar.value)) { return "" }
        return String(scalar).lowercased().uppercased().lowercased()
    }

    private static func isDropped(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: " ")
    }
}
