/// Any value of JSON, without loss.
public enum JSONValue: Hashable, Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number, as it is spelled in the input: `1.50` stays `1.50`.
    case number(String)
    /// A string.
    case string(String)
    /// An array.
    case array([JSONValue])
    /// An object. The order of its members is not kept.
    case object([String: JSONValue])
}

extension JSONValue: ImportableScalar, NullMaker {
    /// Makes a string, a number or a bool.
    public init(_ token: borrowing ImportToken) throws {
        switch token.kind {
        case .string: self = .string(String(importKey: token.bytes))
        case .number: self = .number(String(importKey: token.bytes))
        case .bool: self = .bool(token.bytes.count == 4)
        }
    }

    /// Every value of JSON makes one.
    public static var importPlan: ImportPlan {
        ImportPlan(
            type: Self.self, scalar: JSONValue.self, array: JSONArrayCollector.self,
            dictionary: JSONObjectCollector.self,
            null: JSONValue.self)
    }

    static func putNull(_ destination: UnsafeMutableRawPointer) {
        // SAFETY: the binder hands memory for a `JSONValue`.
        unsafe destination.initializeMemory(as: JSONValue.self, to: .null)
    }
}

/// Collects `JSONValue.array`.
private enum JSONArrayCollector: ArrayCollector {
    static var elementType: any Importable.Type { JSONValue.self }

    static func collect(
        _ elements: UnsafeMutableRawPointer, count: Int, into destination: UnsafeMutableRawPointer
    ) {
        // SAFETY: the array is made at the destination, moved out, and replaced by the value around it; a
        // JSONValue is no smaller than its payload.
        unsafe JSONValue._moveToArray(elements, count: count, into: destination)
        let array = unsafe destination.assumingMemoryBound(to: [JSONValue].self).move()
        unsafe destination.initializeMemory(as: JSONValue.self, to: .array(array))
    }
}

/// Collects `JSONValue.object`: a dictionary in every respect but the last step.
private enum JSONObjectCollector: DictionaryCollector {
    private typealias Members = [String: JSONValue]

    static var valueType: any Importable.Type { JSONValue.self }
    static var entryLayout: (stride: Int, valueOffset: Int) { Members.entryLayout }

    static func putKey(_ text: Span<UInt8>, at entry: UnsafeMutableRawPointer) -> Bool {
        unsafe Members.putKey(text, at: entry)
    }

    static func destroyEntries(_ entries: UnsafeMutableRawPointer, count: Int, hasKeyOnly: Bool) {
        unsafe Members.destroyEntries(entries, count: count, hasKeyOnly: hasKeyOnly)
    }

    static func relocateEntries(
        _ entries: UnsafeMutableRawPointer, count: Int, to destination: UnsafeMutableRawPointer
    ) {
        unsafe Members.relocateEntries(entries, count: count, to: destination)
    }

    static func describeKey(of entry: UnsafeMutableRawPointer) -> String {
        unsafe Members.describeKey(of: entry)
    }

    static func collect(
        _ entries: UnsafeMutableRawPointer, count: Int, duplicates: DuplicateKeyPolicy,
        into destination: UnsafeMutableRawPointer
    ) -> String? {
        // SAFETY: as in JSONArrayCollector.
        if let twice = unsafe Members.collect(
            entries, count: count, duplicates: duplicates, into: destination)
        {
            return twice
        }
        let members = unsafe destination.assumingMemoryBound(to: Members.self).move()
        unsafe destination.initializeMemory(as: JSONValue.self, to: .object(members))
        return nil
    }
}
