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
        // SAFETY: `write` is called with a representation.
        let write = unsafe _Representation._operations.write
        return _ValueOperations(writing: Self.self) { try unsafe $1.write($0._representation, write) }
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
        let value = unsafe elements.assumingMemoryBound(to: Value._Representation.self).move()
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
