internal import Foundation

/// A walk through a dictionary and its nested values. It sends a binder the same events as JSON text does.
///
/// Open arrays and objects are kept in an array, because a deeply nested value would exhaust the call stack.
@safe
struct DictionaryWalker {
    private let binder: Pinned<ModelBinder>
    private var open: [ContainerIterator] = []
    private var kinds = AnyValueKindCache()
    /// The value that begins, or the array or object that ends, for error messages.
    private let current: Pinned<ValueAddress?>
    /// Whether the members of objects are sent in key order.
    private var isSorted = false

    /// - Parameter current: memory for the address of a value, which the run keeps as long as the walk.
    init(_ binder: Pinned<ModelBinder>, current: Pinned<ValueAddress?>) {
        self.binder = binder
        self.current = current
    }

    /// Sends the events of a record until the binder ends the record.
    ///
    /// - Parameter isSorted: whether the members of objects are sent in key order.
    /// - Returns: the result of the last event.
    mutating func send(_ value: Any, isSorted: Bool) -> EventResult {
        self.isSorted = isSorted
        var result = begin(value)
        while result == .continue, !open.isEmpty { result = sendNextPart() }
        // Releases the values of a record that ended early, but keeps the memory of the array.
        open.removeAll(keepingCapacity: true)
        return result
    }

    /// Sends the next part of the innermost array or object, or its end.
    private mutating func sendNextPart() -> EventResult {
        guard binder.value.context.value.skipped == nil else {
            popSkipped()
            return .continue
        }
        let last = open.count - 1
        guard open[last].isObject else {
            guard let element = open[last].nextElement() else { return end() }
            return begin(element)
        }
        guard let (name, value) = open[last].nextMember() else { return end() }
        let result = name.withKeyText { binder.value.wellFormedKey($0) }
        // The value of an unknown key is not examined.
        return result.then { binder.value.node == nil ? .continue : begin(value) }
    }

    /// Removes the arrays and objects that the binder skips from ``open``.
    ///
    /// - Parameter count: the number of skipped arrays and objects that are not in ``open``.
    private mutating func popSkipped(except count: Int = 0) {
        open.removeLast(binder.value.context.value.popSkipped() - count)
    }

    private mutating func end() -> EventResult {
        let ended = open.removeLast()
        return ValueAddress.of(ended.value) { value in
            current.value = value
            defer { current.value = nil }
            return ended.isObject ? binder.value.objectEnd() : binder.value.arrayEnd()
        }
    }

    /// Sends a scalar, or the beginning of an array or object.
    private mutating func begin(_ value: Any) -> EventResult {
        // SAFETY: the address is valid for the call, and `current` is reset at its end.
        unsafe withUnsafePointer(to: value) { value in
            current.value = unsafe ValueAddress(value)
            defer { current.value = nil }
            return unsafe begin(at: value)
        }
    }

    private mutating func begin(at value: UnsafePointer<Any>) -> EventResult {
        // SAFETY: the caller passes the address of a value. The kind of the value says which type its content has.
        switch unsafe kinds.commonKind(at: value) {
        case .string: binder.value.string(unsafe Self.content(of: value, as: String.self))
        case .number: binder.value.number(unsafe Self.content(of: value, as: NSNumber.self))
        case .bool: binder.value.bool(unsafe Self.content(of: value, as: Bool.self))
        case .int: binder.value.number(.integer(unsafe Self.content(of: value, as: Int.self)))
        case .double: binder.value.number(.double(unsafe Self.content(of: value, as: Double.self)))
        case .object: begin(unsafe Self.content(of: value, as: [String: Any].self))
        case .array: begin(unsafe Self.content(of: value, as: [Any].self))
        default: unsafe beginSlowPath(value.pointee)
        }
    }

    /// Returns the content of an `Any` that was made with this type.
    private static func content<Value>(of value: UnsafePointer<Any>, as type: Value.Type) -> Value {
        // SAFETY: `commonKind` has compared the type. A value of up to three words is at the beginning of its `Any`.
        unsafe UnsafeRawPointer(value).assumingMemoryBound(to: Value.self).pointee
    }

    private mutating func beginSlowPath(_ wrapped: Any) -> EventResult {
        var value = wrapped
        while kinds.kind(of: type(of: value)) == .wrapper {
            guard let content = AnyValueKind.unwrapped(value) else { return binder.value.null() }
            value = content
        }
        switch kinds.kind(of: type(of: value)) {
        case .array, .otherArray: return begin(AnyValueKind.elements(of: value))
        case .object, .otherObject:
            guard let members = AnyValueKind.members(of: value) else { return binder.value.value(value) }
            return begin(members)
        default: return binder.value.value(value)
        }
    }

    private mutating func begin(_ object: [String: Any]) -> EventResult {
        let result = binder.value.objectStart()
        guard result == .continue else { return result }
        guard !isSkippedOrRecorded else { return skipOrRecord(object) }
        open.append(ContainerIterator(object, isSorted: isSorted))
        return .continue
    }

    private mutating func begin(_ array: [Any]) -> EventResult {
        let result = binder.value.arrayStart()
        guard result == .continue else { return result }
        guard !isSkippedOrRecorded else { return skipOrRecord(array) }
        open.append(ContainerIterator(array))
        return .continue
    }

    /// Whether the binder skips the array or object whose beginning was just sent, or expects it on a tape.
    private var isSkippedOrRecorded: Bool {
        binder.value.context.value.skipped != nil || binder.value.player.isRecording
    }

    private mutating func skipOrRecord(_ value: Any) -> EventResult {
        guard binder.value.player.isRecording else {
            popSkipped(except: 1)
            return .continue
        }
        binder.value.context.value.depth -= 1
        binder.value.player.tape.record(value, end: 1, isSorted: isSorted)
        return TapePlayer.playRecorded(to: &binder.value)
    }
}
