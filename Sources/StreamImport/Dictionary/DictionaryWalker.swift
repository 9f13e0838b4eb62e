internal import Foundation

/// A walk through a dictionary and all that is inside it, which sends a binder the events that a text would.
///
/// What is open is kept in an array rather than on the stack, which a value that is nested deep would exhaust.
@safe
struct DictionaryWalker {
    private let binder: Pinned<ModelBinder>
    private var open: [ContainerIterator] = []
    private var kinds = AnyValueKindCache()
    /// The value that begins, or the array or object that ends, for messages.
    private let current: Pinned<UnsafePointer<Any>?>
    /// Whether the members of objects come in the order of their keys.
    private var isSorted = false

    init(_ binder: Pinned<ModelBinder>, current: Pinned<UnsafePointer<Any>?>) {
        self.binder = binder
        // SAFETY: the run keeps the memory as long as the walk.
        unsafe self.current = current
    }

    /// Sends a record. Stops at an event that is the last one for the binder, which says why.
    ///
    /// - Parameter isSorted: whether the members of objects come in the order of their keys.
    mutating func send(_ value: Any, isSorted: Bool) {
        self.isSorted = isSorted
        var continues = begin(value)
        while continues, !open.isEmpty { continues = proceed() }
        // Nothing of what was walked is kept alive.
        open.removeAll(keepingCapacity: true)
    }

    /// Sends the next part of the innermost array or object, or its end.
    private mutating func proceed() -> Bool {
        guard binder.value.context.value.skipped == nil else {
            popSkipped()
            return true
        }
        let last = open.count - 1
        guard open[last].isObject else {
            guard let element = open[last].nextElement() else { return end() }
            return begin(element)
        }
        guard let (name, value) = open[last].nextMember() else { return end() }
        var key = name
        // SAFETY: the bytes are lent for the call.
        guard key.withUTF8({ unsafe binder.value.wellFormedKey(KeyText($0).bytes, $0.count) }) else {
            return false
        }
        // What a key leads to that means nothing is not even looked at.
        return binder.value.node == nil || begin(value)
    }

    /// Leaves the arrays and objects that the binder skips.
    ///
    /// - Parameter unopened: how many of them were not opened here.
    private mutating func popSkipped(unopened: Int = 0) {
        open.removeLast(binder.value.context.value.popSkipped() - unopened)
    }

    private mutating func end() -> Bool {
        let ended = open.removeLast()
        // SAFETY: the address is that of a value for the call, and is forgotten at its end.
        return unsafe withUnsafePointer(to: ended.value) { value in
            unsafe current.value = value
            defer { unsafe current.value = nil }
            return ended.isObject ? binder.value.objectEnd() : binder.value.arrayEnd()
        }
    }

    /// Sends a scalar, or the beginning of an array or object.
    private mutating func begin(_ value: Any) -> Bool {
        // SAFETY: as above.
        unsafe withUnsafePointer(to: value) { value in
            unsafe current.value = value
            defer { unsafe current.value = nil }
            return unsafe begin(at: value)
        }
    }

    private mutating func begin(at value: UnsafePointer<Any>) -> Bool {
        // SAFETY: the caller has the address of a value, whose kind says of which type its content is.
        switch unsafe kinds.commonKind(at: value) {
        case .string: binder.value.string(unsafe Self.content(of: value, as: String.self))
        case .number: binder.value.number(unsafe Self.content(of: value, as: NSNumber.self))
        case .bool: binder.value.anyBool(unsafe Self.content(of: value, as: Bool.self))
        case .int: binder.value.number(.integer(unsafe Self.content(of: value, as: Int.self)))
        case .double: binder.value.number(.double(unsafe Self.content(of: value, as: Double.self)))
        case .object: begin(unsafe Self.content(of: value, as: [String: Any].self))
        case .array: begin(unsafe Self.content(of: value, as: [Any].self))
        default: unsafe beginSlowPath(value.pointee)
        }
    }

    /// What is in an `Any` that was made with this type.
    @inline(__always)
    private static func content<Value>(of value: UnsafePointer<Any>, as type: Value.Type) -> Value {
        // SAFETY: the type was compared. What takes up to three words is at the beginning of the `Any` around it.
        unsafe UnsafeRawPointer(value).assumingMemoryBound(to: Value.self).pointee
    }

    @inline(never)
    private mutating func beginSlowPath(_ wrapped: Any) -> Bool {
        var value = wrapped
        while kinds.kind(of: type(of: value)) == .wrapper {
            guard let content = AnyValueCasts.unwrapped(value) else { return binder.value.null() }
            value = content
        }
        switch kinds.kind(of: type(of: value)) {
        case .array, .otherArray: return begin(AnyValueCasts.elements(of: value))
        case .object, .otherObject:
            guard let members = AnyValueCasts.members(of: value) else { return binder.value.value(value) }
            return begin(members)
        default: return binder.value.value(value)
        }
    }

    private mutating func begin(_ object: [String: Any]) -> Bool {
        guard binder.value.objectStart() else { return false }
        guard !isSkippedOrRecorded else { return skipOrRecord(object) }
        open.append(ContainerIterator(object, isSorted: isSorted))
        return true
    }

    private mutating func begin(_ array: [Any]) -> Bool {
        guard binder.value.arrayStart() else { return false }
        guard !isSkippedOrRecorded else { return skipOrRecord(array) }
        open.append(ContainerIterator(array))
        return true
    }

    /// Whether the binder skips the array or object that it has just received, or reads it from a tape.
    private var isSkippedOrRecorded: Bool {
        binder.value.context.value.skipped != nil || binder.value.replays.isRecording
    }

    @inline(never)
    private mutating func skipOrRecord(_ value: Any) -> Bool {
        guard binder.value.replays.isRecording else {
            popSkipped(unopened: 1)
            return true
        }
        binder.value.context.value.depth -= 1
        binder.value.replays.tape.record(value, end: 1, isSorted: isSorted)
        return binder.value.readRecorded()
    }
}
