/// The recording of values that do not come from JSON text.
extension Tape {
    /// Adds the events of a value and of all values nested in it.
    ///
    /// Open arrays and objects are kept in an array, because a deeply nested value would exhaust the call stack.
    ///
    /// - Parameters:
    ///   - end: the ``Event/end`` of all events: the offset just after the first byte of the value that `value`
    ///     replaces, or 1 if there is no text.
    ///   - isSorted: whether the members of objects are recorded in key order.
    mutating func record(_ value: Any, end: Int, isSorted: Bool) {
        var open: [ContainerIterator] = []
        begin(value, end: end, isSorted: isSorted, in: &open)
        while let last = open.indices.last {
            if open[last].isObject, let (key, member) = open[last].nextMember() {
                self.key(key, end: end)
                begin(member, end: end, isSorted: isSorted, in: &open)
            } else if !open[last].isObject, let element = open[last].nextElement() {
                begin(element, end: end, isSorted: isSorted, in: &open)
            } else {
                close(open.removeLast().isObject ? .objectEnd : .arrayEnd, end: end)
            }
        }
    }

    private mutating func begin(_ value: Any, end: Int, isSorted: Bool, in open: inout [ContainerIterator]) {
        switch AnyValueKind(of: type(of: value)) {
        case .wrapper:
            guard let content = AnyValueCasts.unwrapped(value) else {
                return null(end: end, isFromText: false)
            }
            begin(content, end: end, isSorted: isSorted, in: &open)
        case .array, .otherArray:
            self.open(.arrayStart, end: end, isFromText: false)
            open.append(ContainerIterator(AnyValueCasts.elements(of: value)))
        case .object, .otherObject:
            guard let members = AnyValueCasts.members(of: value) else { return self.value(value, end: end) }
            self.open(.objectStart, end: end, isFromText: false)
            open.append(ContainerIterator(members, isSorted: isSorted))
        default: self.value(value, end: end)
        }
    }

    private mutating func key(_ key: String, end: Int) {
        var key = key
        // SAFETY: the bytes are copied before the call returns.
        key.withUTF8 { unsafe text(.key, $0, at: nil, end: end, isFromText: false) }
    }
}
