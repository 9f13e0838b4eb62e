/// A type that makes values from the elements of arrays.
protocol ArrayCollector: SendableMetatype {
    static var elementType: any Importable.Type { get }

    /// Whether the value is an `Array`, so that `collect` only calls `moveToArray`.
    static var makesArray: Bool { get }

    /// Moves `count` elements out of `elements`, and initializes a value that is made of them at `destination`.
    ///
    /// - Parameter moveToArray: the operation of the element type that moves values into an array.
    /// - Throws: an error if the elements are invalid for the value. They are moved out all the same.
    static func collect(
        _ elements: UnsafeMutableRawPointer, count: Int, into destination: UnsafeMutableRawPointer,
        _ moveToArray: _ValueOperations.MoveToArray) throws

    /// Copies an element of a value of this type to memory with room for it.
    ///
    /// - Returns: `false` if the value has no element with this index, or if the order of its elements is unspecified.
    static func copyElement(
        at index: Int, of collection: UnsafeRawPointer, to destination: UnsafeMutableRawPointer
    ) -> Bool
}

extension ArrayCollector {
    static var makesArray: Bool { false }

    static func copyElement(
        at index: Int, of collection: UnsafeRawPointer, to destination: UnsafeMutableRawPointer
    ) -> Bool {
        false
    }
}

/// A type that makes values from the members of objects. In memory, a member is a key followed by its value.
protocol DictionaryCollector: SendableMetatype {
    static var valueType: any Importable.Type { get }

    /// The type of the keys, if the value is also made from an array of keys and values in turn; otherwise `nil`.
    static var scalarKeyType: (any Importable.Type)? { get }

    /// The stride of a member, and the offset of the value in its member, in bytes.
    static var memberLayout: (stride: Int, valueOffset: Int) { get }

    /// Initializes the key of a member.
    ///
    /// - Returns: `false` if the text is not a valid key.
    static func putKey(_ text: Span<UInt8>, at member: UnsafeMutableRawPointer) -> Bool

    /// Deinitializes `count` members and, if `hasKeyOnly`, the key of the next member, which has no value yet.
    static func deinitializeMembers(_ members: UnsafeMutableRawPointer, count: Int, hasKeyOnly: Bool)

    /// Moves `count` members to memory with room for them.
    static func relocateMembers(
        _ members: UnsafeMutableRawPointer, count: Int, to destination: UnsafeMutableRawPointer)

    /// Returns the key of a member as text, for error messages.
    static func describeKey(of member: UnsafeMutableRawPointer) -> String

    /// Moves `count` members out of `members`, and initializes a value that is made of them at `destination`.
    ///
    /// - Parameter equivalent: receives each key that equals an earlier key, but is spelled with other characters.
    /// - Returns: `nil` if the value was initialized; the first key that occurs twice, if `duplicates` rejects the
    ///   record for it.
    static func collect(
        _ members: UnsafeMutableRawPointer, count: Int, duplicates: DuplicateKeyPolicy,
        into destination: UnsafeMutableRawPointer, equivalent: (String) -> Void
    ) -> String?
}

extension DictionaryCollector {
    static var scalarKeyType: (any Importable.Type)? { nil }
}

/// A type that collects its elements in an array, and wraps the array.
protocol ArrayWrapper: ArrayCollector {
    associatedtype Element: Importable
    init(elements: [Element])
}

// SAFETY, of `collect`: the binder passes a destination with room for a wrapper, which is not smaller than the array
// that it wraps. The array is initialized there, moved out, and replaced by the wrapper.
extension ArrayWrapper {
    static var elementType: any Importable.Type { Element.self }

    static func collect(
        _ elements: UnsafeMutableRawPointer, count: Int, into destination: UnsafeMutableRawPointer,
        _ moveToArray: _ValueOperations.MoveToArray
    ) {
        unsafe moveToArray(elements, count, destination)
        let array = unsafe destination.assumingMemoryBound(to: [Element].self).move()
        unsafe destination.initializeMemory(as: Self.self, to: Self(elements: array))
    }
}

/// A type that collects its members in a dictionary, and wraps the dictionary.
protocol DictionaryWrapper: DictionaryCollector {
    associatedtype Member: Importable
    init(members: [String: Member])
}

// SAFETY, of all functions: the binder lays members out as `memberLayout` says, and passes each of them once. The
// destination has room for a wrapper, which is not smaller than the dictionary that it wraps and replaces.
extension DictionaryWrapper {
    static var valueType: any Importable.Type { Member.self }
    static var memberLayout: (stride: Int, valueOffset: Int) { [String: Member].memberLayout }

    static func putKey(_ text: Span<UInt8>, at member: UnsafeMutableRawPointer) -> Bool {
        unsafe [String: Member].putKey(text, at: member)
    }

    static func deinitializeMembers(_ members: UnsafeMutableRawPointer, count: Int, hasKeyOnly: Bool) {
        unsafe [String: Member].deinitializeMembers(members, count: count, hasKeyOnly: hasKeyOnly)
    }

    static func relocateMembers(
        _ members: UnsafeMutableRawPointer, count: Int, to destination: UnsafeMutableRawPointer
    ) {
        unsafe [String: Member].relocateMembers(members, count: count, to: destination)
    }

    static func describeKey(of member: UnsafeMutableRawPointer) -> String {
        unsafe [String: Member].describeKey(of: member)
    }

    static func collect(
        _ members: UnsafeMutableRawPointer, count: Int, duplicates: DuplicateKeyPolicy,
        into destination: UnsafeMutableRawPointer, equivalent: (String) -> Void
    ) -> String? {
        if let duplicate = unsafe [String: Member].collect(
            members, count: count, duplicates: duplicates, into: destination, equivalent: equivalent)
        {
            return duplicate
        }
        let members = unsafe destination.assumingMemoryBound(to: [String: Member].self).move()
        unsafe destination.initializeMemory(as: Self.self, to: Self(members: members))
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
            type: type, scalar: type, array: type, dictionary: type, null: { $0.initialize(to: null()) })
    }
}

/// A type whose values are created from their representation, a value of another type, and exported as it.
public protocol _RepresentedValue: Importable {
    associatedtype _Representation: Importable

    /// Creates a value. The error for an invalid representation is an ``ImportError``, whose path begins at the value.
    init(_representation representation: _Representation) throws

    /// The representation.
    var _representation: _Representation { get throws }
}

extension _RepresentedValue {
    /// The plan that makes a value from its representation.
    public static var importPlan: ImportPlan {
        ImportPlan(type: Self.self, representation: RepresentationCollector<Self>.self)
    }

    /// The operations of a value that is written as its representation.
    public static var _operations: _ValueOperations {
        let write = _Representation._operations.write
        return _ValueOperations(writing: Self.self) { try $1.write($0._representation, write) }
    }
}

/// A collector that makes a value from its representation, the only element.
private enum RepresentationCollector<Value: _RepresentedValue>: ArrayCollector {
    static var elementType: any Importable.Type { Value._Representation.self }

    static func collect(
        _ elements: UnsafeMutableRawPointer, count: Int, into destination: UnsafeMutableRawPointer,
        _ moveToArray: _ValueOperations.MoveToArray
    ) throws {
        // SAFETY: the binder passes one value of `elementType`, which is moved out, and memory with room for a `Value`.
        let value = unsafe ValueAddress(elements).take(as: Value._Representation.self)
        unsafe destination.initializeMemory(as: Value.self, to: try Value(_representation: value))
    }
}

extension Array {
    /// Throws an error unless the array has a number of elements.
    func require(count: Int) throws {
        guard self.count != count else { return }
        throw ImportError(.invalidValue, "expected an array of \(count) elements, found \(self.count)")
    }
}
