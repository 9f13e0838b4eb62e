extension Dictionary: Importable where Key: ImportableKey, Value: Importable {
    /// The plan that makes a dictionary from an object, member by member.
    public static var importPlan: ImportPlan { ImportPlan(type: Self.self, dictionary: Self.self) }

    /// The options of the value type.
    public static var importOptions: ImportOptions { Value.importOptions }

    /// The options of the value type.
    public static var exportOptions: ExportOptions { Value.exportOptions }

    /// The operations of a dictionary, whose members are written in an unspecified order.
    public static var _operations: _ValueOperations {
        // SAFETY: `write` is called with the members' values, and `writeKey` with their keys.
        let write = unsafe Value._operations.write
        if let writeKey = unsafe scalarKeyType?._operations.write {
            return _ValueOperations(writing: Self.self) { members, output in
                try output.array {
                    for (index, (key, value)) in members.enumerated() {
                        try output.element(2 * index) {
                            try unsafe withUnsafePointer(to: key) { try unsafe writeKey($0, output) }
                        }
                        try output.element(2 * index + 1) { try unsafe output.write(value, write) }
                    }
                }
            }
        }
        return _ValueOperations(writing: Self.self) { members, output in
            try output.object {
                for (key, value) in members {
                    try output.member(key.exportKey()) { try unsafe output.write(value, write) }
                }
            }
        }
    }
}

// SAFETY, of all functions: the binder lays `count` members out as `memberLayout` says, and passes each of them once.
// The destinations that the binder passes have room for the results.
extension Dictionary: DictionaryCollector where Key: ImportableKey, Value: Importable {
    static var valueType: any Importable.Type { Value.self }

    static var scalarKeyType: (any Importable.Type)? { Key.self as? any ScalarKey.Type }

    static var memberLayout: (stride: Int, valueOffset: Int) {
        let alignment = Swift.max(MemoryLayout<Key>.alignment, MemoryLayout<Value>.alignment)
        let valueOffset = roundUp(MemoryLayout<Key>.size, to: MemoryLayout<Value>.alignment)
        // The stride must not be 0: the binder divides by it to get the capacity of its memory.
        let size = Swift.max(valueOffset + MemoryLayout<Value>.size, 1)
        return (roundUp(size, to: alignment), valueOffset)
    }

    private static func roundUp(_ size: Int, to alignment: Int) -> Int {
        (size + alignment - 1) / alignment * alignment
    }

    static func putKey(_ text: Span<UInt8>, at member: UnsafeMutableRawPointer) -> Bool {
        guard let key = Key(importKey: text) else { return false }
        unsafe member.initializeMemory(as: Key.self, to: key)
        return true
    }

    static func deinitializeMembers(_ members: UnsafeMutableRawPointer, count: Int, hasKeyOnly: Bool) {
        let (stride, valueOffset) = memberLayout
        for index in 0..<count + (hasKeyOnly ? 1 : 0) {
            let member = unsafe members + index * stride
            unsafe member.assumingMemoryBound(to: Key.self).deinitialize(count: 1)
            guard index < count else { continue }
            unsafe (member + valueOffset).assumingMemoryBound(to: Value.self).deinitialize(count: 1)
        }
    }

    static func relocateMembers(
        _ members: UnsafeMutableRawPointer, count: Int, to destination: UnsafeMutableRawPointer
    ) {
        let (stride, valueOffset) = memberLayout
        for index in 0..<count {
            let (old, new) = unsafe (members + index * stride, destination + index * stride)
            unsafe new.moveInitializeMemory(
                as: Key.self, from: old.assumingMemoryBound(to: Key.self), count: 1)
            unsafe (new + valueOffset).moveInitializeMemory(
                as: Value.self, from: (old + valueOffset).assumingMemoryBound(to: Value.self), count: 1)
        }
    }

    static func describeKey(of member: UnsafeMutableRawPointer) -> String {
        let key = unsafe member.assumingMemoryBound(to: Key.self).pointee
        return (try? key.exportKey()) ?? "\(key)"
    }

    static func collect(
        _ members: UnsafeMutableRawPointer, count: Int, duplicates: DuplicateKeyPolicy,
        into destination: UnsafeMutableRawPointer, equivalent: (String) -> Void
    ) -> String? {
        let (stride, valueOffset) = memberLayout
        var dictionary = Self(minimumCapacity: count)
        var duplicate: String?
        for index in 0..<count {
            let member = unsafe members + index * stride
            let key = unsafe member.assumingMemoryBound(to: Key.self).move()
            let value = unsafe (member + valueOffset).assumingMemoryBound(to: Value.self).move()
            guard duplicates == .last || dictionary[key] == nil else {
                if duplicates == .rejectRecord { duplicate = duplicate ?? "\(key)" }
                if let text = dictionary.equivalentKey(to: key) { equivalent(text) }
                continue
            }
            guard dictionary.updateValue(value, forKey: key) != nil else { continue }
            if let text = dictionary.equivalentKey(to: key) { equivalent(text) }
        }
        if let duplicate { return duplicate }
        unsafe destination.initializeMemory(as: Self.self, to: dictionary)
        return nil
    }

    /// Returns a key as text if it equals a key of the dictionary, but is spelled with other characters: one of them has `à`,
    /// the other one `a` and a combining accent.
    private func equivalentKey(to key: Key) -> String? {
        guard let text = try? key.exportKey(), let index = index(forKey: key),
            let other = try? keys[index].exportKey(), !other.utf8.elementsEqual(text.utf8)
        else { return nil }
        return text
    }
}
