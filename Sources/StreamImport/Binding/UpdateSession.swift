/// The updates of instances: the update targets of the open objects and arrays, and the changes that the record has made.
///
/// An import that updates nothing has no session.
struct UpdateSession {
    /// The instance or array that an object or array updates.
    struct Target {
        /// The index of the frame of the object or array.
        let frame: Int
        /// The node of the instance or array.
        let node: Pinned<ValueNode>
        /// The instance or array; `nil` while the object is read to identify its instance.
        let instance: ValueBox?
        /// The existing instance that the object updates if it identifies no instance.
        var fallback: ValueBox?
        /// Whether no part of the object was skipped while it was read to identify the instance.
        var isComplete = true
    }

    /// The target that was set for an object that is about to begin, if any.
    enum NextTarget {
        case nothing
        /// The object becomes a new instance.
        case isNew
        case updates(ValueBox)
    }

    /// The changes that the record has made to shared objects.
    var log = UpdateLog()
    /// The innermost target.
    private(set) var last: Target?
    private var outer: [Target] = []
    private var nextTarget = NextTarget.nothing

    /// Sets the instance that the next object updates. If `instance` is `nil`, the object becomes a new instance.
    mutating func setNextTarget(_ instance: ValueBox?) {
        nextTarget = instance.map(NextTarget.updates) ?? .isNew
    }

    /// Returns the target that was set for an object that begins, and clears it.
    mutating func takeNextTarget() -> NextTarget {
        defer { nextTarget = .nothing }
        return nextTarget
    }

    /// Whether an object is open that updates an instance or is read to identify one, or a target was set for the next
    /// object.
    var hasTarget: Bool { last != nil || hasNextTarget }

    /// The index of the frame whose object is read only to identify its instance; `nil` if there is none.
    var identifyingFrame: Int? {
        guard let last, last.instance == nil else { return nil }
        return last.frame
    }

    /// Whether a target was set for the next object.
    var hasNextTarget: Bool {
        if case .nothing = nextTarget { false } else { true }
    }

    mutating func push(_ target: Target) {
        if let last { outer.append(last) }
        last = target
    }

    /// Records that a part of the innermost object was skipped.
    mutating func markIncomplete() { last?.isComplete = false }

    /// Clears the target that was set for an object that has not begun.
    mutating func clear() { nextTarget = .nothing }

    /// Removes and returns the innermost target if it belongs to a frame; otherwise returns `nil`.
    mutating func pop(_ frame: Int) -> Target? {
        guard let target = last, target.frame == frame else { return nil }
        last = outer.popLast()
        return target
    }
}
