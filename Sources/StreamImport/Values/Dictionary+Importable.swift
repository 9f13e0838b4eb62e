extension Dictionary: Importable where Key: ImportableKey, Value: Importable {
    /// A dictionary is made from an object, member by member.
    public static var importPlan: ImportPlan { ImportPlan(type: Self.self, dictionary: Self.self) }

    /// Those of the values.
    public static var importOptions: ImportOptions { Value.importOptions }

    /// Those of the values.
    public static var exportOptions: ExportOptions { Value.exportOptions }

    /// Those of a dictionary, whose members are written in any order.
    public static var _operations: _ValueOperations {
        _ValueOperations(writing: Self.self) { members, output in
            let operations = Value._operations
            try output.object {
                for (key, value) in members {
                    try output.member(key.exportKey()) { try output.write(value, operations) }
                }
            }
        }
    }
}

// SAFETY, of all: the binder keeps `count` entries laid out as `entryLayout` says, and hands them over once.
extension Dictionary: DictionaryCollector where Key: ImportableKey, Value: Importable {
    static var valueType: any Importable.Type { Value.self }

    static var entryLayout: (stride: Int, valueOffset: Int) {
        let alignment = Swift.max(MemoryLayout<Key>.alignment, MemoryLayout<Value>.alignment)
        let valueOffset = roundUp(MemoryLayout<Key>.size, to: MemoryLayout<Value>.alignment)
        // Entries of no size are counted, too.
        let size = Swift.max(valueOffset + MemoryLayout<Value>.size, 1)
        return (roundUp(size, to: alignment), valueOffset)
    }

    private static func roundUp(_ size: Int, to alignment: Int) -> Int {
        (size + alignment - 1) / alignment * alignment
    }

    static func putKey(_ text: Span<UInt8>, at entry: UnsafeMutableRawPointer) -> Bool {
        guard let key = Key(importKey: text) else { return false }
        unsafe entry.initializeMemory(as: Key.self, to: key)
        return true
    }

    static func destroyEntries(_ entries: UnsafeMutableRawPointer, count: Int, hasKeyOnly: Bool) {
        let (stride, valueOffset) = entryLayout
        for index in 0..<count + (hasKeyOnly ? 1 : 0) {
            let entry = unsafe entries + index * stride
            unsafe entry.assumingMemoryBound(to: Key.self).deinitialize(count: 1)
            guard index < count else { continue }
            unsafe (entry + valueOffset).assumingMemoryBound(to: Value.self).deinitialize(count: 1)
        }
    }

    static func relocateEntries(
        _ entries: UnsafeMutableRawPointer, count: Int, to destination: UnsafeMutableRawPointer
    ) {
        let (stride, valueOffset) = entryLayout
        for index in 0..<count {
            let (old, new) = unsafe (entries + index * stride, destination + index * stride)
            unsafe new.moveInitializeMemory(
                as: Key.self, from: old.assumingMemoryBound(to: Key.self), count: 1)
            unsafe (new + valueOffset).moveInitializeMemory(
                as: Value.self, from: (old + valueOffset).assumingMemoryBound(to: Value.self), count: 1)
        }
    }

    static func describeKey(of entry: UnsafeMutableRawPointer) -> String {
        "\(unsafe entry.assumingMemoryBound(to: Key.self).pointee)"
    }

    static func collect(
        _ entries: UnsafeMutableRawPointer, count: Int, duplicates: DuplicateKeyPolicy,
        into destination: UnsafeMutableRawPointer
    ) -> String? {
        let (stride, valueOffset) = entryLayout
        var dictionary = Self(minimumCapacity: count)
        var twice: String?
        for index in 0..<count {
            let entry = unsafe entries + index * stride
            let key = unsafe entry.assumingMemoryBound(to: Key.self).move()
            let value = unsafe (entry + valueOffset).assumingMemoryBound(to: Value.self).move()
            guard duplicates == .last || dictionary[key] == nil else {
                if duplicates == .rejectRecord { twice = twice ?? "\(key)" }
                continue
            }
            dictionary[key] = value
        }
        if let twice { return twice }
        unsafe destination.initializeMemory(as: Self.self, to: dictionary)
        return nil
    }
}
