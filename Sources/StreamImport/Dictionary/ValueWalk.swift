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
        open.removeAll(keepingCapacity: true)
        var goesOn = begin(value)
        while goesOn, !open.isEmpty { goesOn = goOn() }
        unsafe report.value.place = nil
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
        return goesOn && !report.value.startsOver
    }

    /// Sends a scalar, or the beginning of an array or object.
    private mutating func begin(_ value: Any) -> Bool {
        let goesOn = unsafe withUnsafePointer(to: value) { place in
            unsafe report.value.place = place
            return unsafe begin(at: place)
        }
        return goesOn && !report.value.startsOver
    }

    private mutating func begin(at place: UnsafePointer<Any>) -> Bool {
        let form = unsafe forms.form(of: type(of: place.pointee))
        switch form {
        case .string: return send(unsafe Self.content(of: place, as: String.self))
        case .number: return send(NumberText(unsafe Self.content(of: place, as: NSNumber.self)))
        case .booleanNumber: return send(unsafe Self.content(of: place, as: NSNumber.self).boolValue)
        case .bool: return send(unsafe Self.content(of: place, as: Bool.self))
        case .int: return send(.integer(unsafe Self.content(of: place, as: Int.self)))
        case .double: return send(.real(unsafe Self.content(of: place, as: Double.self)))
        case .object: return begin(unsafe Self.content(of: place, as: [String: Any].self))
        case .array: return begin(unsafe Self.content(of: place, as: [Any].self))
        case .null: return unsafe binder.pointee.null()
        case .instance: return unsafe binder.pointee.instance(place.pointee)
        case .text, .integer, .float, .decimal, .members, .elements, .wrapper:
            return begin(unsafe place.pointee, rareForm: form)
        }
    }

    /// What is in an `Any` whose type is known.
    @inline(__always)
    private static func content<Value>(of place: UnsafePointer<Any>, as type: Value.Type) -> Value {
        // SAFETY: the type was compared. What takes up to three words lies at the beginning of the `Any` around it.
        unsafe UnsafeRawPointer(place).assumingMemoryBound(to: Value.self).pointee
    }

    @inline(never)
    private mutating func begin(_ value: Any, rareForm form: ValueForm) -> Bool {
        switch form {
        case .text: return send(ValueParts.text(of: value))
        case .decimal: return send(value as? Decimal ?? .nan)
        case .integer, .float: return send(ValueParts.number(of: value))
        case .elements: return begin(ValueParts.elements(of: value))
        case .members:
            guard let members = ValueParts.members(of: value) else {
                return unsafe binder.pointee.refuse(.invalidKeys(of: "\(type(of: value))"))
            }
            return begin(members)
        default:
            guard let content = ValueParts.unwrapped(value) else { return unsafe binder.pointee.null() }
            return begin(content)
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
