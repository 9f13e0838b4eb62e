/// A type that wraps an array of its elements.
protocol ArrayWrapper: SendableMetatype {
    associatedtype Element: Importable
    init(elements: [Element])
}

/// A type that wraps a dictionary of its members.
protocol DictionaryWrapper: SendableMetatype {
    associatedtype Member: Importable
    init(members: [String: Member])
}

/// A collector that creates an array of the elements, and wraps the array.
// SAFETY, of `collect`: the binder passes a destination with room for a wrapper, which is not smaller than the array
// that it wraps. The array is initialized there, moved out, and replaced by the wrapper.
enum ArrayWrapperCollector<Wrapper: ArrayWrapper>: ArrayCollector {
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

/// A collector that creates a dictionary of the members, and wraps the dictionary.
// SAFETY, of all functions: the binder lays members out as `Members.memberLayout` says, and passes each of them once.
// The destination has room for a wrapper, which is not smaller than the dictionary that it wraps and replaces.
enum DictionaryWrapperCollector<Wrapper: DictionaryWrapper>: DictionaryCollector {
    private typealias Members = [String: Wrapper.Member]

    static var valueType: any Importable.Type { Wrapper.Member.self }
    static var memberLayout: (stride: Int, valueOffset: Int) { Members.memberLayout }

    static func putKey(_ text: Span<UInt8>, at member: UnsafeMutableRawPointer) -> Bool {
        unsafe Members.putKey(text, at: member)
    }

    static func deinitializeMembers(_ members: UnsafeMutableRawPointer, count: Int, hasKeyOnly: Bool) {
        unsafe Members.deinitializeMembers(members, count: count, hasKeyOnly: hasKeyOnly)
    }

    static func relocateMembers(
        _ members: UnsafeMutableRawPointer, count: Int, to destination: UnsafeMutableRawPointer
    ) {
        unsafe Members.relocateMembers(members, count: count, to: destination)
    }

    static func describeKey(of member: UnsafeMutableRawPointer) -> String {
        unsafe Members.describeKey(of: member)
    }

    static func collect(
        _ members: UnsafeMutableRawPointer, count: Int, duplicates: DuplicateKeyPolicy,
        into destination: UnsafeMutableRawPointer, equivalent: (String) -> Void
    ) -> String? {
        if let duplicate = unsafe Members.collect(
            members, count: count, duplicates: duplicates, into: destination, equivalent: equivalent)
        {
            return duplicate
        }
        let members = unsafe destination.assumingMemoryBound(to: Members.self).move()
        unsafe destination.initializeMemory(as: Wrapper.self, to: Wrapper(members: members))
        return nil
    }
}

extension ImportPlan {
    /// Creates the plan of a type that is created from any JSON value.
    ///
    /// - Parameters:
    ///   - type: the type.
    ///   - null: creates the value for null.
    init<Value: ImportableScalar & ArrayWrapper & DictionaryWrapper>(
        ofAnyValue type: Value.Type, null: @escaping @Sendable () -> Value
    ) {
        self.init(
            type: type, scalar: type, array: ArrayWrapperCollector<Value>.self,
            dictionary: DictionaryWrapperCollector<Value>.self,
            null: NullMaker(null))
    }
}
