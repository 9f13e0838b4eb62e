/// A type that wraps an array of its elements.
protocol MadeOfElements: SendableMetatype {
    associatedtype Element: Importable
    init(elements: [Element])
}

/// A type that wraps a dictionary of its members.
protocol MadeOfMembers: SendableMetatype {
    associatedtype Member: Importable
    init(members: [String: Member])
}

// SAFETY, of both collectors: what is wrapped is made at the destination, moved out, and replaced by what wraps it,
// which is no smaller.

/// Collects an array in every respect but the last step.
enum ElementCollector<Wrapper: MadeOfElements>: ArrayCollector {
    static var elementType: any Importable.Type { Wrapper.Element.self }

    static func collect(
        _ elements: UnsafeMutableRawPointer, count: Int, into destination: UnsafeMutableRawPointer,
        _ moveToArray: _ValueOperations.MoveToArray
    ) {
        unsafe moveToArray(elements, count, destination)
        let array = unsafe destination.assumingMemoryBound(to: [Wrapper.Element].self).move()
        unsafe destination.initializeMemory(as: Wrapper.self, to: Wrapper(elements: array))
    }
}

/// Collects a dictionary in every respect but the last step.
// SAFETY, of all: as above, and as the dictionary says of its entries.
enum MemberCollector<Wrapper: MadeOfMembers>: DictionaryCollector {
    private typealias Members = [String: Wrapper.Member]

    static var valueType: any Importable.Type { Wrapper.Member.self }
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
        if let twice = unsafe Members.collect(
            entries, count: count, duplicates: duplicates, into: destination)
        {
            return twice
        }
        let members = unsafe destination.assumingMemoryBound(to: Members.self).move()
        unsafe destination.initializeMemory(as: Wrapper.self, to: Wrapper(members: members))
        return nil
    }
}

extension ImportPlan {
    /// The plan of a type that every value of JSON makes.
    ///
    /// - Parameters:
    ///   - type: the type.
    ///   - null: what null makes.
    init<Value: ImportableScalar & MadeOfElements & MadeOfMembers>(
        ofAnyValue type: Value.Type, null: @escaping @Sendable () -> Value
    ) {
        self.init(
            type: type, scalar: type, array: ElementCollector<Value>.self,
            dictionary: MemberCollector<Value>.self,
            null: NullMaker(null))
    }
}
