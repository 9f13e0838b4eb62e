internal import Foundation

/// A walk through a value and all that is inside of it, which sends a binder the events that a text would.
///
/// What is open is kept in an array rather than on the stack, which a value that is nested deep would exhaust.
@safe
struct ValueWalk {
    let binder: UnsafeMutablePointer<Binder>
    private let cursor: Pinned<TextCursor>
    /// What is being reported.
    private let report: Pinned<ValueReport>
    private var open: [OpenValue] = []
    private var forms = ValueForms()

    init(
        binder: UnsafeMutablePointer<Binder>, cursor: Pinned<TextCursor>, report: Pinned<ValueReport>
    ) {
        unsafe self.binder = binder
        self.cursor = cursor
        self.report = report
    }

    /// Sends a value and all that is inside of it.
    ///
    /// - Returns: `false` if the binder has stopped it.
    mutating func send(_ value: Any) -> Bool {
        var goesOn = begin(value)
        while goesOn, !open.isEmpty { goesOn = goOn() }
        // Nothing of what was walked is kept alive.
        open.removeAll(keepingCapacity: true)
        return goesOn
    }

    /// Sends the next part of the innermost array or object, or its end.
    private mutating func goOn() -> Bool {
        let last = open.count - 1
        // Only the brackets of what is skipped count.
        guard unsafe binder.pointee.skipped == 0 else { return end() }
        guard open[last].isObject else {
            guard let element = open[last].nextElement() else { return end() }
            return begin(element)
        }
        guard let (name, value) = open[last].nextMember() else { return end() }
        var key = name
        guard key.withUTF8({ unsafe binder.pointee.key(KeyText($0).bytes, $0.count) }) else { return false }
        // What a key leads to that means nothing is not even looked at.
        return unsafe binder.pointee.node == nil || begin(value)
    }

    private mutating func end() -> Bool {
        cursor.value.parsed += 1
        let ended = open.removeLast()
        let goesOn = unsafe withUnsafePointer(to: ended.value) { place in
            unsafe report.value.place = place
            return unsafe ended.isObject ? binder.pointee.objectEnd() : binder.pointee.arrayEnd()
        }
        unsafe report.value.place = nil
        return goesOn && !report.value.startsOver
    }

    /// Sends a scalar, or the beginning of an array or object.
    private mutating func begin(_ value: Any) -> Bool {
        let goesOn = unsafe withUnsafePointer(to: value) { place in
            unsafe report.value.place = place
            return unsafe begin(at: place)
        }
        unsafe report.value.place = nil
        return goesOn && !report.value.startsOver
    }

    private mutating func begin(at place: UnsafePointer<Any>) -> Bool {
        switch unsafe forms.commonForm(at: place) {
        case .string: send(unsafe Self.content(of: place, as: String.self))
        case .number: send(unsafe Self.content(of: place, as: NSNumber.self))
        case .bool: send(unsafe Self.content(of: place, as: Bool.self))
        case .int: send(.integer(unsafe Self.content(of: place, as: Int.self)))
        case .double: send(.real(unsafe Self.content(of: place, as: Double.self)))
        case .object: begin(unsafe Self.content(of: place, as: [String: Any].self))
        case .array: begin(unsafe Self.content(of: place, as: [Any].self))
        default: unsafe beginUncommon(place.pointee)
        }
    }

    /// What is in an `Any` that was made with this type.
    @inline(__always)
    private static func content<Value>(of place: UnsafePointer<Any>, as type: Value.Type) -> Value {
        // SAFETY: the type was compared. What takes up to three words is at the beginning of the `Any` around it.
        unsafe UnsafeRawPointer(place).assumingMemoryBound(to: Value.self).pointee
    }

    @inline(never)
    private mutating func beginUncommon(_ wrapped: Any) -> Bool {
        var value = wrapped
        while forms.form(of: type(of: value)) == .wrapper {
            guard let content = ValueParts.unwrapped(value) else { return unsafe binder.pointee.null() }
            value = content
        }
        switch forms.form(of: type(of: value)) {
        case .string, .text: return send(ValueParts.text(of: value))
        case .number: return send(value as? NSNumber ?? 0)
        case .decimal: return send(value as? Decimal ?? .nan)
        case .bool: return send(value as? Bool ?? false)
        case .int, .integer, .double, .float: return send(ValueParts.number(of: value))
        case .array, .elements: return begin(ValueParts.elements(of: value))
        case .object, .members:
            guard let members = ValueParts.members(of: value) else {
                return unsafe binder.pointee.refuse(.invalidKeys(of: "\(type(of: value))"))
            }
            return begin(members)
        case .null, .wrapper: return unsafe binder.pointee.null()
        case .instance: return unsafe binder.pointee.instance(value)
        }
    }

    private mutating func begin(_ object: [String: Any]) -> Bool {
        cursor.value.parsed += 1
        guard unsafe binder.pointee.objectStart() else { return false }
        open.append(OpenValue(object, isSorted: report.value.isSorted))
        return true
    }

    private mutating func begin(_ array: [Any]) -> Bool {
        cursor.value.parsed += 1
        guard unsafe binder.pointee.arrayStart() else { return false }
        open.append(OpenValue(array))
        return true
    }
}
