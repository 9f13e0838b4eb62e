/// The instances and arrays that what is being read updates, each with the frame it belongs to.
///
/// Beside the frames, not in them: most imports update nothing, and only ask whether there are any.
struct UpdateTargets {
    /// What an array or an object is read on top of.
    struct Target {
        /// The index of the frame.
        let frame: Int
        let node: Pinned<ValueNode>
        /// `nil` while it is still to be found out, from what is read, which instance the object means.
        let instance: ValueBox?
        /// What is in the object's place, in case that it does not say which instance it means.
        var fallback: ValueBox?
        /// Whether all that there is of the object has been read, while the instance is to be found out.
        var isComplete = true
    }

    /// What is known of an object that begins.
    enum NextTarget {
        case nothing
        /// It becomes a new instance.
        case isNew
        case updates(ValueBox)
    }

    /// Whether there may be any.
    private(set) var isEnabled = false
    private(set) var last: Target?
    private var outer: [Target] = []
    private var nextTarget = NextTarget.nothing

    /// Says what the next object is read on top of; if nothing, it becomes a new instance.
    mutating func setNextTarget(_ instance: ValueBox?) {
        isEnabled = true
        nextTarget = instance.map(NextTarget.updates) ?? .isNew
    }

    /// What was said of an object that begins.
    mutating func takeNextTarget() -> NextTarget {
        defer { nextTarget = .nothing }
        return nextTarget
    }

    /// Whether something was said of the next object.
    var hasNextTarget: Bool {
        if case .nothing = nextTarget { false } else { true }
    }

    mutating func push(_ target: Target) {
        isEnabled = true
        if let last { outer.append(last) }
        last = target
    }

    /// Notes that something of the innermost object has been passed over.
    mutating func markIncomplete() { last?.isComplete = false }

    /// Forgets what was said of an object that has not begun.
    mutating func clear() { nextTarget = .nothing }

    /// Removes what belongs to the innermost frame.
    mutating func pop(_ frame: Int) -> Target? {
        guard let target = last, target.frame == frame else { return nil }
        last = outer.popLast()
        return target
    }
}
