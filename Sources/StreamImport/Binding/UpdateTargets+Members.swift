/// The values inside an update target that can be updated in place.
extension UpdateSession.Target {
    /// Returns a copy of the value of a field; `nil` if the field has no value of the node's type.
    ///
    /// - Parameter node: the node that the value in the input is read for.
    func member(_ slot: Pinned<Slot>, _ node: Pinned<ValueNode>) -> ValueBox? {
        // SAFETY: the compiled plan keeps the object plan alive, and the box holds an instance of its model. A value
        // that is taken is moved to the new box or deinitialized.
        guard let instance, let plan = unsafe self.node.value.object?.value.plan?.takeUnretainedValue(),
            slot.value.index < plan.fields.count, let instances = plan.instances
        else { return nil }
        let values = OwnedDraft(plan)
        unsafe values.decompose(instance.address, instances, only: slot.value.index)
        return unsafe ValueBox(node.unwrapped.value.type) { destination in
            guard let value = unsafe values.take(slot.value.index) else { return false }
            return unsafe slot.value.value.unwrap(value, as: node.unwrapped, to: destination)
        }
    }

    /// Returns a copy of an element; `nil` if the array has no element with the index and of the node's type.
    ///
    /// - Parameter node: the node that the element in the input is read for.
    func element(at index: Int, _ node: Pinned<ValueNode>) -> ValueBox? {
        guard let instance, let (collector, element) = self.node.value.array else { return nil }
        // SAFETY: the collector copies an element to memory with room for one.
        return unsafe element.copyUnwrapped(as: node.unwrapped) {
            unsafe collector.copyElement(at: index, of: instance.address, to: $0)
        }
    }
}

extension Importable {
    /// Returns the class of an instance if it is a subclass of this type; otherwise `nil`.
    static func subclass(of instance: UnsafeRawPointer) -> (any Importable.Type)? {
        guard Self.self is AnyObject.Type else { return nil }
        // SAFETY: the caller passes the address of an instance of this type.
        let type = unsafe Swift.type(of: instance.assumingMemoryBound(to: Self.self).pointee)
        return type == Self.self ? nil : type
    }
}

extension Pinned where Value == ValueNode {
    /// Returns a copy of the value at an address, without its optionals; `nil` if one of them is `nil`.
    func copyUnwrapped(_ address: UnsafeRawPointer) -> ValueBox? {
        // SAFETY: the caller passes the address of a value of the node's type.
        unsafe copyUnwrapped(as: unwrapped) {
            unsafe value.type.copy(address, to: $0)
            return true
        }
    }

    /// Returns a copy of a value, without its optionals; `nil` if one of them is `nil`, or if the value is of another type
    /// than that of `node`.
    ///
    /// - Parameter copy: copies a value of this node's type to memory with room for it, and returns whether there is one.
    fileprivate func copyUnwrapped(as node: Self, _ copy: (UnsafeMutableRawPointer) -> Bool) -> ValueBox? {
        var memory = ValueMemory()
        memory.reserve(max(value.stride, 1))
        defer { memory.free() }
        // SAFETY: the memory has room for a value, which is moved to the new box or deinitialized.
        return unsafe ValueBox(node.value.type) { destination in
            guard let address = unsafe memory.start, unsafe copy(address) else { return false }
            return unsafe unwrap(address, as: node, to: destination)
        }
    }

    /// Moves the value inside all optionals from one address to another. Deinitializes a value of another type than
    /// that of `node`.
    ///
    /// - Returns: whether a value was moved.
    fileprivate func unwrap(
        _ address: UnsafeMutableRawPointer, as node: Self, to destination: UnsafeMutableRawPointer
    ) -> Bool {
        // SAFETY: the address holds a value of this node's type, which the caller owns.
        if let wrapped = value.wrapped {
            func unwrapOptional<Wrapped: Importable>(of type: Wrapped.Type) -> Bool {
                guard let unwrapped = unsafe address.assumingMemoryBound(to: Wrapped?.self).move() else {
                    return false
                }
                unsafe address.initializeMemory(as: Wrapped.self, to: unwrapped)
                return true
            }
            guard unwrapOptional(of: wrapped.value.type) else { return false }
            return unsafe wrapped.unwrap(address, as: node, to: destination)
        }
        guard value.type == node.value.type else {
            unsafe value.type.deinitialize(address, count: 1)
            return false
        }
        unsafe value.type.relocate(address, count: 1, to: destination)
        return true
    }
}
