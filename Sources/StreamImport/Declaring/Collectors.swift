/// A type that makes values from the elements of arrays.
protocol ArrayCollector: SendableMetatype {
    associatedtype Element: Importable

    /// Whether the value is an `Array`, so that `collect` only calls `moveToArray`.
    static var makesArray: Bool { get }

    /// Moves `count` elements out of `elements`, and initializes a value that is made of them at `destination`.
    ///
    /// - Parameter moveToArray: the operation of the element type that moves values into an array.
    static func collect(
        _ elements: ValueAddress, count: Int, into destination: ValueAddress,
        _ moveToArray: _ValueOperations.MoveToArray)

    /// Copies an element of a value of this type to memory with room for it.
    ///
    /// - Returns: `false` if the value has no element with this index, or if the order of its elements is unspecified.
    static func copyElement(
        at index: Int, of collection: ValueAddress, to destination: ValueAddress
    ) -> Bool
}

extension ArrayCollector {
    static var elementType: any Importable.Type { Element.self }

    static var makesArray: Bool { false }

    static func copyElement(
        at index: Int, of collection: ValueAddress, to destination: ValueAddress
    ) -> Bool {
        false
    }
}

/// A type that makes values from the members of objects. In memory, a member is a key followed by its value.
///
/// All types share the functions, which are requirements so that the compiler specializes them for each type.
protocol DictionaryCollector: SendableMetatype {
    associatedtype Key: ImportableKey
    associatedtype Value: Importable

    init(members: [Key: Value])

    /// The type of the keys, if the value is also made from an array of keys and values in turn; otherwise `nil`.
    static var scalarKeyType: (any Importable.Type)? { get }

    /// The stride of a member, and the offset of the value in its member, in bytes.
    static var memberLayout: (stride: Int, valueOffset: Int) { get }

    /// Initializes the key of a member.
    ///
    /// - Returns: `false` if the text is not a valid key.
    static func putKey(_ text: Span<UInt8>, at member: ValueAddress) -> Bool

    /// Deinitializes `count` members and, if `hasKeyOnly`, the key of the next member, which has no value yet.
    static func deinitializeMembers(_ members: ValueAddress, count: Int, hasKeyOnly: Bool)

    /// Moves `count` members to memory with room for them.
    static func relocateMembers(_ members: ValueAddress, count: Int, to destination: ValueAddress)

    /// Returns the key of a member as text, for error messages.
    static func describeKey(of member: ValueAddress) -> String

    /// Moves `count` members out of `members`, and initializes a value that is made of them at `destination`.
    ///
    /// - Parameter equivalent: receives each key that equals an earlier key, but is spelled with other characters.
    /// - Returns: `nil` if the value was initialized; the first key that occurs twice, if `duplicates` rejects the
    ///   record for it.
    static func collect(
        _ members: ValueAddress, count: Int, duplicates: DuplicateKeyPolicy,
        into destination: ValueAddress, equivalent: (String) -> Void
    ) -> String?
}

extension DictionaryCollector {
    static var valueType: any Importable.Type { Value.self }

    static var scalarKeyType: (any Importable.Type)? { nil }

    static var memberLayout: (stride: Int, valueOffset: Int) {
        let alignment = Swift.max(MemoryLayout<Key>.alignment, MemoryLayout<Value>.alignment)
        let valueOffset = DraftLayout.roundUp(MemoryLayout<Key>.size, to: MemoryLayout<Value>.alignment)
        // The stride must not be 0: the binder divides by it to get the capacity of its memory.
        let size = Swift.max(valueOffset + MemoryLayout<Value>.size, 1)
        return (DraftLayout.roundUp(size, to: alignment), valueOffset)
    }

    static func putKey(_ text: Span<UInt8>, at member: ValueAddress) -> Bool {
        guard let key = Key(importKey: text) else { return false }
        member.initialize(to: key)
        return true
    }

    static func deinitializeMembers(_ members: ValueAddress, count: Int, hasKeyOnly: Bool) {
        let (stride, valueOffset) = memberLayout
        for index in 0..<count + (hasKeyOnly ? 1 : 0) {
            let member = members + index * stride
            member.deinitialize(as: Key.self)
            if index < count { (member + valueOffset).deinitialize(as: Value.self) }
        }
    }

    static func relocateMembers(_ members: ValueAddress, count: Int, to destination: ValueAddress) {
        let (stride, valueOffset) = memberLayout
        for index in 0..<count {
            let (old, new) = (members + index * stride, destination + index * stride)
            new.initialize(to: old.take(as: Key.self))
            (new + valueOffset).initialize(to: (old + valueOffset).take(as: Value.self))
        }
    }

    static func describeKey(of member: ValueAddress) -> String {
        let key = member[as: Key.self]
        return (try? key.exportKey()) ?? "\(key)"
    }

    static func collect(
        _ members: ValueAddress, count: Int, duplicates: DuplicateKeyPolicy,
        into destination: ValueAddress, equivalent: (String) -> Void
    ) -> String? {
        let (stride, valueOffset) = memberLayout
        var dictionary = [Key: Value](minimumCapacity: count)
        var duplicate: String?
        for index in 0..<count {
            let member = members + index * stride
            let key = member.take(as: Key.self)
            let value = (member + valueOffset).take(as: Value.self)
            guard duplicates == .last || dictionary[key] == nil else {
                if duplicates == .rejectRecord { duplicate = duplicate ?? "\(key)" }
                if let text = dictionary.equivalentKey(to: key) { equivalent(text) }
                continue
            }
            guard dictionary.updateValue(value, forKey: key) != nil else { continue }
            if let text = dictionary.equivalentKey(to: key) { equivalent(text) }
        }
        if let duplicate { return duplicate }
        destination.initialize(to: Self(members: dictionary))
        return nil
    }
}

extension Dictionary where Key: ImportableKey {
    /// Returns a key as text if it equals a key of the dictionary, but is spelled with other characters: one of them has `à`,
    /// the other one `a` and a combining accent.
    fileprivate func equivalentKey(to key: Key) -> String? {
        guard let text = try? key.exportKey(), let index = index(forKey: key),
            let other = try? keys[index].exportKey(), !other.utf8.elementsEqual(text.utf8)
        else { return nil }
        return text
    }
}

/// A type that is created from any JSON value: from an array, by the array of its elements; from an object, by the dictionary of
/// its members.
protocol AnyJSONCollector: ImportableScalar, ArrayCollector, DictionaryCollector
where Element == Self, Key == String, Value == Self {
    init(elements: [Self])
}

extension AnyJSONCollector {
    static func collect(
        _ elements: ValueAddress, count: Int, into destination: ValueAddress,
        _ moveToArray: _ValueOperations.MoveToArray
    ) {
        // A value is not smaller than the array that it is made of.
        moveToArray(elements, count, destination)
        destination.initialize(to: Self(elements: destination.take(as: [Self].self)))
    }
}

extension ImportPlan {
    /// Creates the plan of a type that is created from any JSON value.
    ///
    /// - Parameters:
    ///   - type: the type.
    ///   - null: creates the value for null.
    init<Value: AnyJSONCollector>(
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
        ImportPlan(
            type: Self.self,
            representation: (
                _Representation.self,
                { $1.initialize(to: try Self(_representation: $0.take(as: _Representation.self))) }
            ))
    }

    /// The operations of a value that is written as its representation.
    public static var _operations: _ValueOperations {
        let write = _Representation._operations.write
        return _ValueOperations(writing: Self.self) { try $1.write($0._representation, write) }
    }
}

extension Array {
    /// Throws an error unless the array has a number of elements.
    func require(count: Int) throws {
        guard self.count != count else { return }
        throw ImportError(.invalidValue, "expected an array of \(count) elements, found \(self.count)")
    }
}
