internal import Foundation

/// Values that already have the type of their property. Dictionaries contain such values, and hooks return them.
extension ModelBinder {
    /// Stores a scalar without conversion.
    ///
    /// - Returns: `nil` if no node of the value's type is prepared, otherwise the result of the event.
    mutating func storeAsIs<Value: ImportableScalar>(_ value: Value) -> EventResult? {
        guard let node, node.value.scalar == Value.self else { return nil }
        // SAFETY: the destination has room for a value of the node's type: `Value`, or an optional of it.
        unsafe destination.unsafelyUnwrapped.initializeMemory(as: Value.self, to: value)
        if node.value.wrapped != nil { unsafe node.wrap(at: destination!) }
        return valueStored(isScalar: true)
    }

    /// Receives a value that is not JSON.
    mutating func nonJSONValue(_ value: Any) -> EventResult {
        guard let node else { return unboundScalar { binder, node in binder.store(value, node) } }
        return store(value, node)
    }

    private mutating func store(_ value: Any, _ node: Pinned<ValueNode>) -> EventResult {
        if let date = value as? Date, !date.timeIntervalSince1970.isFinite {
            return rejectToken(.notFinite(.double(date.timeIntervalSince1970)))
        }
        // SAFETY: the hook is only compared with `nil`.
        if unsafe node.value.hook != nil { return hookedNonJSONValue(value) }
        if put(value, node) { return valueStored(isScalar: true) }
        guard let (_, element) = implicitArray(node) else {
            return rejectToken(expected: node.value.expected)
        }
        openImplicitArray(node, element, offset: context.value.cursor.tokenEnd, depth: context.value.depth)
        return put(value, element)
            ? valueStored(isScalar: true) : rejectToken(expected: node.value.expected)
    }

    /// Receives a value that JSON cannot represent, and rejects the value unless it is skipped.
    mutating func reject(_ error: ImportError) -> EventResult {
        guard node != nil else { return unboundScalar { binder, _ in binder.rejectToken(error) } }
        return rejectToken(error)
    }

    /// Stores a value at the destination if it has the type of the node. Returns whether the value was stored.
    private func put(_ value: Any, _ node: Pinned<ValueNode>) -> Bool {
        // SAFETY: the destination has room for a value of the node's type.
        guard unsafe node.unwrapped.value.put(value, at: destination!) else { return false }
        unsafe node.wrap(at: destination!)
        return true
    }
}

// SAFETY, of all: the addresses have room for a value of the node's type.
extension ValueNode {
    fileprivate func put(_ value: Any, at address: UnsafeMutableRawPointer) -> Bool {
        if type == SkippedValue.self { return true }
        if type == DynamicValue.self {
            unsafe address.initializeMemory(as: DynamicValue.self, to: DynamicValue(value: value))
            return true
        }
        if type == UntypedValue.self {
            unsafe address.initializeMemory(as: UntypedValue.self, to: UntypedValue(value: value))
            return true
        }
        if scalar == SecondsSince1970.self, let date = value as? Date {
            unsafe address.initializeMemory(as: Double.self, to: date.timeIntervalSince1970)
            return true
        }
        return unsafe type.put(value, at: address)
    }
}
