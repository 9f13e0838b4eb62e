extension Array: Importable where Element: Importable {
    /// The plan that makes an array from a JSON array, element by element.
    public static var importPlan: ImportPlan { ImportPlan(type: Self.self, array: Self.self) }

    /// The options of the element type.
    public static var importOptions: ImportOptions { Element.importOptions }

    /// The options of the element type.
    public static var exportOptions: ExportOptions { Element.exportOptions }

    /// The operations of an array, which is written element by element.
    public static var _operations: _ValueOperations {
        let write = unsafe Element._operations.write
        return _ValueOperations(writing: Self.self) { elements, output in
            try output.array {
                // SAFETY: the elements stay at their addresses for the call, and `write` is the operation of their type.
                try unsafe elements.withUnsafeBufferPointer { elements in
                    for index in 0..<elements.count {
                        try output.element(index) { try unsafe write(elements.baseAddress! + index, output) }
                    }
                }
            }
        }
    }
}

extension Array: ArrayCollector where Element: Importable {
    static var elementType: any Importable.Type { Element.self }

    static var makesArray: Bool { true }

    static func collect(
        _ elements: UnsafeMutableRawPointer, count: Int, into destination: UnsafeMutableRawPointer,
        _ moveToArray: _ValueOperations.MoveToArray
    ) {
        // SAFETY: the binder collected `count` values of `elementType`, and passes a destination with room for an
        // array.
        unsafe moveToArray(elements, count, destination)
    }

    static func copyElement(
        at index: Int, of collection: UnsafeRawPointer, to destination: UnsafeMutableRawPointer
    ) -> Bool {
        // SAFETY: the binder passes the address of an array of this type, and memory with room for an element.
        let array = unsafe collection.assumingMemoryBound(to: Self.self)
        guard unsafe array.pointee.indices.contains(index) else { return false }
        unsafe destination.initializeMemory(as: Element.self, to: array.pointee[index])
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
        // SAFETY: `write` is called with the elements.
        let write = unsafe Element._operations.write
        return _ValueOperations(writing: Self.self) { elements, output in
            try output.array {
                for (index, element) in elements.enumerated() {
                    try output.element(index) { try unsafe output.write(element, write) }
                }
            }
        }
    }
}

extension Set: ArrayCollector where Element: Importable {
    static var elementType: any Importable.Type { Element.self }

    static func collect(
        _ elements: UnsafeMutableRawPointer, count: Int, into destination: UnsafeMutableRawPointer,
        _ moveToArray: _ValueOperations.MoveToArray
    ) {
        // SAFETY: the binder collected `count` values of `elementType`, each of which is moved out once, and passes a
        // destination with room for a set.
        let typed = unsafe elements.assumingMemoryBound(to: Element.self)
        var set = Set(minimumCapacity: count)
        for index in 0..<count { unsafe set.insert((typed + index).move()) }
        unsafe destination.initializeMemory(as: Self.self, to: set)
    }
}
