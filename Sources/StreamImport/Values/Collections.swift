public import Foundation

extension Optional: Importable where Wrapped: Importable {
    /// The plan that makes the value as the wrapped type does, and `nil` from null.
    public static var importPlan: ImportPlan {
        var plan = Wrapped.importPlan
        plan.type = Self.self
        plan.wrapped = Wrapped.self
        plan.null = nil
        return plan
    }

    /// The options of the wrapped type.
    public static var importOptions: ImportOptions { Wrapped.importOptions }

    /// The options of the wrapped type.
    public static var exportOptions: ExportOptions { Wrapped.exportOptions }

    /// The operations of an optional, which is written as the wrapped value or as null.
    public static var _operations: _ValueOperations {
        let write = Wrapped._operations.write
        return _ValueOperations(Self.self) { value, output in
            guard value[as: Self.self] != nil else { return try output.put(.null) }
            // The address of an optional is also that of the wrapped value.
            try write(value, output)
        }
    }
}

extension Array: Importable where Element: Importable {
    /// The plan that makes an array from a JSON array, element by element.
    public static var importPlan: ImportPlan { ImportPlan(type: Self.self, array: Self.self) }

    /// The options of the element type.
    public static var importOptions: ImportOptions { Element.importOptions }

    /// The options of the element type.
    public static var exportOptions: ExportOptions { Element.exportOptions }

    /// The operations of an array, which is written element by element.
    public static var _operations: _ValueOperations {
        let write = Element._operations.write
        return _ValueOperations(writing: Self.self) { elements, output in
            try output.array {
                // Taking the address of each element would look up metadata each time.
                // SAFETY: the elements stay at their addresses for the call, and `write` is the operation of their type.
                try unsafe elements.withUnsafeBufferPointer { elements in
                    for index in 0..<elements.count {
                        let element = unsafe ValueAddress(UnsafeRawPointer(elements.baseAddress! + index))
                        try output.element(index) { try write(element, output) }
                    }
                }
            }
        }
    }
}

extension Array: ArrayCollector where Element: Importable {
    static var makesArray: Bool { true }

    static func collect(
        _ elements: ValueAddress, count: Int, into destination: ValueAddress,
        _ moveToArray: _ValueOperations.MoveToArray
    ) {
        moveToArray(elements, count, destination)
    }

    static func copyElement(
        at index: Int, of collection: ValueAddress, to destination: ValueAddress
    ) -> Bool {
        guard collection[as: Self.self].indices.contains(index) else { return false }
        destination.initialize(to: collection[as: Self.self][index])
        return true
    }
}

extension Set: Importable where Element: Importable {
    /// The plan that makes a set from a JSON array. The set keeps one of several equal elements.
    public static var importPlan: ImportPlan { ImportPlan(type: Self.self, array: Self.self) }

    /// The options of the element type.
    public static var importOptions: ImportOptions { Element.importOptions }

    /// The options of the element type.
    public static var exportOptions: ExportOptions { Element.exportOptions }

    /// The operations of a set, whose elements are written in an unspecified order.
    public static var _operations: _ValueOperations {
        let write = Element._operations.write
        return _ValueOperations(writing: Self.self) { elements, output in
            try output.array {
                for (index, element) in elements.enumerated() {
                    try output.element(index) { try output.write(element, write) }
                }
            }
        }
    }
}

extension Set: ArrayCollector where Element: Importable {
    static func collect(
        _ elements: ValueAddress, count: Int, into destination: ValueAddress,
        _ moveToArray: _ValueOperations.MoveToArray
    ) {
        var set = Set(minimumCapacity: count)
        let stride = MemoryLayout<Element>.stride
        for index in 0..<count { set.insert((elements + index * stride).take(as: Element.self)) }
        destination.initialize(to: set)
    }
}

// Values that are arrays in JSON, in the form that `JSONEncoder` writes, and are made from an `Array`.

// MARK: - Collections

extension ContiguousArray: Importable, _RepresentedValue where Element: Importable {
    /// Creates the array of the elements.
    public init(_representation elements: [Element]) { self.init(elements) }

    /// The elements.
    public var _representation: [Element] { Array(self) }
}

extension ArraySlice: Importable, _RepresentedValue where Element: Importable {
    /// Creates the array of the elements.
    public init(_representation elements: [Element]) { self.init(elements) }

    /// The elements.
    public var _representation: [Element] { Array(self) }
}

@available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
extension InlineArray: Importable, _RepresentedValue where Element: Importable {
    /// Creates the array of as many elements as its type has.
    public init(_representation elements: [Element]) throws {
        try elements.require(count: count)
        self.init { elements[$0] }
    }

    /// The elements.
    public var _representation: [Element] { indices.map { self[$0] } }
}

// MARK: - Ranges

extension Range: Importable, _RepresentedValue where Bound: Importable {
    /// Creates the range with two bounds.
    public init(_representation bounds: [Bound]) throws {
        try bounds.requireAscendingPair()
        self = bounds[0]..<bounds[1]
    }

    /// The lower and the upper bound.
    public var _representation: [Bound] { [lowerBound, upperBound] }
}

extension ClosedRange: Importable, _RepresentedValue where Bound: Importable {
    /// Creates the range with two bounds.
    public init(_representation bounds: [Bound]) throws {
        try bounds.requireAscendingPair()
        self = bounds[0]...bounds[1]
    }

    /// The lower and the upper bound.
    public var _representation: [Bound] { [lowerBound, upperBound] }
}

extension Array where Element: Comparable {
    /// Throws an error unless the array has two elements, of which the first one is not the greater one.
    fileprivate func requireAscendingPair() throws {
        try require(count: 2)
        guard self[0] <= self[1] else {
            throw ImportError(
                .invalidValue, "expected two bounds in ascending order, found \(self[0]) before \(self[1])")
        }
    }
}

// MARK: - Vectors

extension _RepresentedValue where Self: SIMD, Scalar: Importable {
    /// Creates the vector of as many scalars as its type has.
    public init(_representation scalars: [Scalar]) throws {
        try scalars.require(count: Self.scalarCount)
        self.init(scalars)
    }

    /// The scalars.
    public var _representation: [Scalar] { indices.map { self[$0] } }
}

extension SIMD2: Importable, _RepresentedValue where Scalar: Importable {}
extension SIMD3: Importable, _RepresentedValue where Scalar: Importable {}
extension SIMD4: Importable, _RepresentedValue where Scalar: Importable {}
extension SIMD8: Importable, _RepresentedValue where Scalar: Importable {}
extension SIMD16: Importable, _RepresentedValue where Scalar: Importable {}
extension SIMD32: Importable, _RepresentedValue where Scalar: Importable {}
extension SIMD64: Importable, _RepresentedValue where Scalar: Importable {}

extension CGPoint: _RepresentedValue {
    /// Creates the point with an *x* and a *y* coordinate.
    public init(_representation coordinates: [CGFloat]) throws {
        try coordinates.require(count: 2)
        self.init(x: coordinates[0], y: coordinates[1])
    }

    /// The coordinates.
    public var _representation: [CGFloat] { [x, y] }
}

extension CGSize: _RepresentedValue {
    /// Creates the size with a width and a height.
    public init(_representation lengths: [CGFloat]) throws {
        try lengths.require(count: 2)
        self.init(width: lengths[0], height: lengths[1])
    }

    /// The width and the height.
    public var _representation: [CGFloat] { [width, height] }
}

extension CGRect: _RepresentedValue {
    /// Creates the rectangle with an origin and a size.
    public init(_representation parts: [[CGFloat]]) throws {
        try parts.require(count: 2)
        self.init(origin: try CGPoint(_representation: parts[0]), size: try CGSize(_representation: parts[1]))
    }

    /// The origin and the size.
    public var _representation: [[CGFloat]] { [origin._representation, size._representation] }
}

// MARK: - Durations

extension Duration: _RepresentedValue {
    /// Creates the duration from the high and the low 64 bits of its attoseconds.
    public init(_representation halves: [Int128]) throws {
        try halves.require(count: 2)
        guard let high = Int64(exactly: halves[0]), let low = UInt64(exactly: halves[1]) else {
            throw ImportError(
                .numberOutOfRange,
                "expected an integer from -2^63 to 2^63 - 1 and one from 0 to 2^64 - 1, found \(halves)")
        }
        self.init(attoseconds: Int128(high) << 64 | Int128(low))
    }

    /// The high and the low 64 bits of the attoseconds.
    public var _representation: [Int128] { [attoseconds >> 64, attoseconds & Int128(UInt64.max)] }
}
