// Collections that are arrays in JSON, and are made from an `Array`.

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
