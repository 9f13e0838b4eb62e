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
        var isReadCompletely = true
    }

    /// What an object becomes that is about to begin.
    enum NextTarget {
        case newInstance
        case update(of: ValueBox)
    }

    /// A field of an object that is being read.
    struct Field: Hashable {
        /// The index of the frame of the model's object.
        let frame: Int
        /// The index of the field's state.
        let index: Int
    }

    /// The innermost target.
    private(set) var last: Target?
    private var outer: [Target] = []
    /// The target that was set for an object that is about to begin; `nil` if none was set.
    private var nextTarget: NextTarget?

    /// A change of a shared object.
    private struct Change {
        let undo: () throws -> Void
        /// The fields whose values had made no change before.
        let fields: [Field]
    }

    /// The changes that the record has made, which are undone if the record is rejected.
    private var changes: [Change] = []
    /// The index of the first change that the value of each field has made. The value may belong to an earlier object
    /// with the same frame.
    private var firstChanges: [Field: Int] = [:]
    /// The first error of a change that could not be undone.
    private var error: (any Error)?

    /// Sets the instance that the next object updates. If `instance` is `nil`, the object becomes a new instance.
    mutating func setNextTarget(_ instance: ValueBox?) {
        nextTarget = instance.map { .update(of: $0) } ?? .newInstance
    }

    /// Returns the target that was set for an object that begins, and clears it.
    mutating func takeNextTarget() -> NextTarget? { nextTarget.take() }

    /// Whether an object is open that updates an instance or is read to identify one, or a target was set for the next
    /// object.
    var hasTarget: Bool { last != nil || hasNextTarget }

    /// The index of the frame whose object is read only to identify its instance; `nil` if there is none.
    var frameReadForIdentity: Int? {
        guard let last, last.instance == nil else { return nil }
        return last.frame
    }

    /// Whether a target was set for the next object.
    var hasNextTarget: Bool { nextTarget != nil }

    mutating func push(_ target: Target) {
        if let last { outer.append(last) }
        last = target
    }

    /// Records that a part of the innermost object was skipped.
    mutating func partWasSkipped() { last?.isReadCompletely = false }

    /// Clears the target that was set for an object that has not begun.
    mutating func clear() { nextTarget = nil }

    /// Removes and returns the innermost target if it belongs to a frame; otherwise returns `nil`.
    mutating func pop(_ frame: Int) -> Target? {
        guard let target = last, target.frame == frame else { return nil }
        last = outer.popLast()
        return target
    }
}

/// The values inside an update target that can be updated in place.
extension UpdateSession.Target {
    /// Returns a copy of the value of a field; `nil` if the field has no value of the node's type.
    ///
    /// - Parameter node: the node that the value in the input is read for.
    func member(_ slot: Pinned<Slot>, _ node: Pinned<ValueNode>) -> ValueBox? {
        guard let instance, let plan = self.node.value.model?.value.plan,
            slot.value.index < plan.fields.count, let instances = plan.instances
        else { return nil }
        let values = OwnedDraft(plan)
        values.decompose(instance.address, instances, only: slot.value.index)
        return ValueBox(node.unwrapped.value.type) { destination in
            guard let value = values.take(slot.value.index) else { return false }
            return slot.value.value.unwrap(value, as: node.unwrapped, to: destination)
        }
    }

    /// Returns a copy of an element; `nil` if the array has no element with the index and of the node's type.
    ///
    /// - Parameter node: the node that the element in the input is read for.
    func element(at index: Int, _ node: Pinned<ValueNode>) -> ValueBox? {
        guard let instance, let (collector, element) = self.node.value.array else { return nil }
        return element.copyUnwrapped(as: node.unwrapped) {
            collector.copyElement(at: index, of: instance.address, to: $0)
        }
    }
}

extension Importable {
    /// Returns the class of an instance if it is a subclass of this type; otherwise `nil`.
    static func subclass(of instance: ValueAddress) -> (any Importable.Type)? {
        guard Self.self is AnyObject.Type else { return nil }
        let type = Swift.type(of: instance[as: Self.self])
        return type == Self.self ? nil : type
    }
}

extension Pinned where Value == ValueNode {
    /// Returns a copy of the value at an address, without its optionals; `nil` if one of them is `nil`.
    func copyUnwrapped(_ address: ValueAddress) -> ValueBox? {
        copyUnwrapped(as: unwrapped) {
            value.type.copy(address, to: $0)
            return true
        }
    }

    /// Returns a copy of a value, without its optionals; `nil` if one of them is `nil`, or if the value is of another type
    /// than that of `node`.
    ///
    /// - Parameter copy: copies a value of this node's type to memory with room for it, and returns whether there is one.
    fileprivate func copyUnwrapped(as node: Self, _ copy: (ValueAddress) -> Bool) -> ValueBox? {
        ValueAddress.withTemporaryMemory(byteCount: value.stride) { address in
            ValueBox(node.value.type) { copy(address) && unwrap(address, as: node, to: $0) }
        }
    }

    /// Moves the value inside all optionals from one address to another. Deinitializes a value of another type than
    /// that of `node`.
    ///
    /// - Returns: whether a value was moved.
    fileprivate func unwrap(_ address: ValueAddress, as node: Self, to destination: ValueAddress) -> Bool {
        if let wrapped = value.wrapped {
            func unwrapOptional<Wrapped: Importable>(of type: Wrapped.Type) -> Bool {
                guard let unwrapped = address.take(as: Wrapped?.self) else { return false }
                address.initialize(to: unwrapped)
                return true
            }
            return unwrapOptional(of: wrapped.value.type)
                && wrapped.unwrap(address, as: node, to: destination)
        }
        guard value.type == node.value.type else {
            value.type.deinitialize(address, count: 1)
            return false
        }
        value.type.relocate(address, count: 1, to: destination)
        return true
    }
}

/// The changes that the record has made.
extension UpdateSession {
    /// The number of changes. The binder reads this property at every opening bracket.
    var changeCount: Int { changes.count }

    /// Adds a change that was made.
    ///
    /// - Parameters:
    ///   - fields: the fields whose values are being read, and how many changes there were when the object of each began.
    ///   - undo: undoes the change.
    private mutating func addChange(
        by fields: [(field: Field, start: Int)], undo: @escaping () throws -> Void
    ) {
        let unchanged = fields.filter { firstChange(by: $0.field, after: $0.start) == nil }.map(\.field)
        for field in unchanged { firstChanges[field] = changeCount }
        changes.append(Change(undo: undo, fields: unchanged))
    }

    /// Returns the index of the first change that the value of a field has made; `nil` if it has made none.
    ///
    /// - Parameter start: the number of changes when the field's object began.
    private func firstChange(by field: Field, after start: Int) -> Int? {
        firstChanges[field].flatMap { $0 < start ? nil : $0 }
    }

    /// Commits the changes of the record.
    ///
    /// - Throws: the first error of a change that could not be undone. In that case, all other changes are undone.
    mutating func commit() throws {
        if error != nil { rollBack(to: 0) }
        forgetRecord()
        try throwError()
    }

    /// Undoes all changes of the record, and clears the next target.
    mutating func discardRecord() {
        rollBack(to: 0)
        forgetRecord()
    }

    /// Undoes and removes all changes but the first `count`, in reverse order.
    mutating func rollBack(to count: Int) {
        while changeCount > count {
            let change = changes.removeLast()
            for field in change.fields { firstChanges[field] = nil }
            do {
                try change.undo()
            } catch {
                self.error = self.error ?? error
            }
        }
    }

    /// Throws the first error of a change that could not be undone, and clears it.
    mutating func throwError() throws {
        if let error = error.take() { throw error }
    }

    private mutating func forgetRecord() {
        clear()
        guard changes.capacity > 0 else { return }
        // The memory of a record with many changes is not kept for the next one.
        let keepsMemory = changes.capacity <= 1000
        changes.removeAll(keepingCapacity: keepsMemory)
        firstChanges.removeAll(keepingCapacity: keepsMemory)
    }
}

/// Objects that update instances instead of becoming new ones, and models that validate or register their instances.
extension UpdateSession {
    /// Returns whether an object must be read more than once, first to identify its instance.
    static func mustBeOnTape(_ object: Pinned<ObjectNode>, in binder: inout ModelBinder) -> Bool {
        guard !binder.player.isAtStart else { return false }
        return identifiesFirst(object, in: &binder) && binder.updates?.hasNextTarget != true
    }

    /// Determines the update target of the object in the innermost frame, if the target can be known before the object
    /// is read.
    static func begin(_ object: Pinned<ObjectNode>, in binder: inout ModelBinder) -> EventResult {
        let node = binder.frames.top.value.nodeOfObject
        switch binder.updates?.takeNextTarget() {
        case .update(let instance): return beginUpdate(of: instance, node.unwrapped, in: &binder)
        case .newInstance: return .continue
        case nil: break
        }
        let fallback = nestedInstance(node, in: &binder)
        // Only an object on a tape can be read again after its instance is identified.
        if binder.player.isAtStart, identifiesFirst(object, else: fallback, in: &binder) {
            binder.updates?.push(
                .init(frame: binder.frames.last, node: node.unwrapped, instance: nil, fallback: fallback))
            return .continue
        }
        return fallback.map { beginUpdate(of: $0, node.unwrapped, in: &binder) } ?? .continue
    }

    /// Makes the object in the innermost frame update an instance, with the plan of the instance's own class.
    private static func beginUpdate(
        of instance: ValueBox, _ node: Pinned<ValueNode>, in binder: inout ModelBinder
    ) -> EventResult {
        do throws(ImportError) {
            let subclass = try binder.subclassPlan(of: instance, node)
            // Restarts the record now, because hooks of the subclass would see members twice after a later restart.
            if let subclass, subclass.hasHooks, binder.canRestartInKeyOrder { return .restarted }
            binder.updates?.push(
                .init(frame: binder.frames.last, node: subclass?.record ?? node, instance: instance))
            if let object = subclass?.record.value.object { binder.startSubclassDraft(object) }
            return .continue
        } catch {
            return binder.rejectObject(error)
        }
    }

    /// Returns whether the instance must be known before the object is read: because nested objects are updated in
    /// place, because the instance may belong to a subclass, which may have more properties, or because the object updates
    /// another instance if it identifies none.
    private static func identifiesFirst(
        _ object: Pinned<ObjectNode>, else fallback: ValueBox? = nil, in binder: inout ModelBinder
    ) -> Bool {
        guard let existing = object.value.hooks?.existing else { return false }
        return binder.options.nestedObjects != .replace || fallback != nil || existing.mayBeOfSubclass()
    }

    // MARK: - Nested instances

    /// Returns the existing instance or array that the value of the innermost frame updates in place; `nil` if it
    /// updates none.
    static func nestedInstance(_ node: Pinned<ValueNode>, in binder: inout ModelBinder) -> ValueBox? {
        let enclosing = binder.frames[binder.frames.last - 1]
        guard binder.options.nestedObjects != .replace, let target = enclosingTarget(in: &binder) else {
            return nil
        }
        if enclosing.value.kind == .array {
            return target.element(at: enclosing.value.count + enclosing.value.mismatchCount, node)
        }
        return enclosing.value.slot.flatMap { target.member($0, node) }
    }

    /// Makes the elements of the array in the innermost frame update the elements of the existing array, under
    /// ``NestedObjectPolicy/mergeElements``.
    static func beginArray(_ node: Pinned<ValueNode>, in binder: inout ModelBinder) {
        guard binder.options.nestedObjects == .mergeElements, let array = nestedInstance(node, in: &binder)
        else { return }
        binder.updates?.push(.init(frame: binder.frames.last, node: node.unwrapped, instance: array))
    }

    /// The update target that directly encloses the innermost frame; `nil` if none does.
    private static func enclosingTarget(in binder: inout ModelBinder) -> Target? {
        guard let target = binder.updates?.last, target.instance != nil, target.frame < binder.frames.last
        else {
            return nil
        }
        let enclosing = binder.frames[binder.frames.last - 1]
        switch enclosing.value.kind {
        case .array: return target.frame == binder.frames.last - 1 ? target : nil
        // On a path and in a replacement, the draft belongs to the frame of the model.
        case .object, .replacement, .arrayOnPath:
            return binder.frames[target.frame].value.draft.isSame(as: enclosing.value.draft) ? target : nil
        case .implicitArray, .dictionary, .payload, .pairs: return nil
        }
    }

    /// Returns whether the value of a slot had updated instances before the replacement in the innermost frame began.
    static func hasUpdated(_ slot: Pinned<Slot>, in binder: inout ModelBinder) -> Bool {
        // The value of a slot on a path is not replaced: only values inside it are stored.
        guard let session = binder.updates, session.changeCount > 0, !slot.value.isPath else { return false }
        let field = Field(frame: binder.frames.model, index: slot.value.index)
        let first = session.firstChange(
            by: field, after: binder.frames[binder.frames.model].value.changeCount)
        return first.map { $0 < binder.frames.top.value.changeCount } ?? false
    }

    // MARK: - The end of an object

    /// Updates an instance with the draft in the innermost frame, or makes a new instance from the draft.
    static func finish(_ object: Pinned<ObjectNode>, in binder: inout ModelBinder) -> EventResult {
        let (frame, hooks) = (binder.frames.top, object.value.hooks)
        guard let plan = object.value.plan else { preconditionFailure("the object becomes no model") }
        let target = binder.updates?.pop(binder.frames.last)
        if let extras = object.value.extras, let duplicate = binder.collectExtras(extras) {
            return binder.rejectObject(.duplicateKey(duplicate))
        }
        if let result = binder.rejectFatalMismatch() { return result }
        do {
            let instance =
                try target?.instance ?? existing(object, plan, hooks, else: target?.fallback, in: &binder)
            if let target, target.instance == nil, try mustReplay(target, for: instance, in: &binder) {
                return replay(object, for: instance, in: &binder)
            }
            if let instance {
                if let error = nullKeysError(object, plan, in: &binder) { return binder.rejectObject(error) }
                try update(instance, object, plan, in: &binder)
            } else {
                guard frame.value.missingCount == 0 else {
                    return binder.rejectObject(object.value.missingKeysError(in: frame.value.draft))
                }
                try object.value.makeInstance(from: frame.value.draft, at: frame.value.destination!)
            }
            try validateAndRegister(hooks, in: &binder)
        } catch {
            binder.updates?.rollBack(to: frame.value.changeCount)
            return binder.rejectObject(.rejectedByModel(error))
        }
        frame.value.deinitializeDraft(object)
        return binder.close()
    }

    /// Validates and registers the instance that the innermost frame has made or updated. Deinitializes the instance if
    /// a hook throws.
    private static func validateAndRegister(_ hooks: ModelHooks?, in binder: inout ModelBinder) throws {
        let node = binder.frames.top.value.nodeOfObject.unwrapped
        let instance = binder.frames.top.value.destination!
        do {
            try hooks?.validate?(instance)
            // The function of the static type also registers instances of subclasses.
            if let undo = try node.value.model?.value.hooks?.existing?.register?(instance) {
                addChange(undo: undo, in: &binder)
            }
        } catch {
            node.value.type.deinitialize(instance, count: 1)
            throw error
        }
    }

    /// Returns the instance that the draft in the innermost frame identifies.
    ///
    /// - Parameter fallback: the result if the draft does not say which instance it refers to.
    @inline(never)  // The compiler of Swift 6.3 crashes if it inlines this function.
    private static func existing(
        _ object: Pinned<ObjectNode>, _ plan: ObjectPlan, _ hooks: ModelHooks?, else fallback: ValueBox?,
        in binder: inout ModelBinder
    ) throws -> ValueBox? {
        guard let hooks, let find = hooks.existing?.find else { return nil }
        let node = binder.frames.top.value.nodeOfObject.unwrapped
        let draft = binder.frames.top.value.draft
        var exists: Bool?
        let instance = try ValueBox(node.value.type) {
            let values = LookupDraft(
                draft: draft, plan: plan, names: hooks.names, inheritedNames: hooks.inheritedNames)
            exists = try find(values, $0)
            return exists == true
        }
        return exists == nil ? fallback : instance
    }

    /// Updates an instance with the draft in the innermost frame, and copies the instance to the frame's destination.
    private static func update(
        _ instance: ValueBox, _ object: Pinned<ObjectNode>, _ plan: ObjectPlan, in binder: inout ModelBinder
    ) throws {
        guard let instances = plan.instances else {
            throw ImportError.planWithoutInstances(type: "\(plan.model)")
        }
        let draft = binder.frames.top.value.draft
        if let extras = object.value.extras { binder.frames.top.value.discardEmptyExtras(extras) }
        if binder.options.nulls == .ignore {
            for index in plan.fields.indices
            where draft[state: index] & DraftState.kindMask == DraftState.null {
                draft[state: index] = DraftState.missing
            }
        }
        let undo = instances.isClass ? undoingUpdate(of: instance, plan, instances, with: draft) : nil
        try instances.update(draft, instance.address)
        if let undo { addChange(undo: undo, in: &binder) }
        instance.copy(to: binder.frames.top.value.destination!)
    }

    /// Returns the function that undoes an update of an object: it updates the object with the values that the updated fields have
    /// now.
    ///
    /// The function throws ``ImportError`` if the plan's update throws, although it should accept values that the instance has had.
    private static func undoingUpdate(
        of instance: ValueBox, _ plan: ObjectPlan, _ instances: InstancePlan, with draft: Draft
    ) -> () throws -> Void {
        let oldValues = OwnedDraft(plan)
        oldValues.decompose(instance.address, instances)
        for (index, field) in plan.fields.enumerated() where field.role == .extras {
            oldValues.draft[state: index] |= DraftState.replacesExtras
        }
        for index in plan.fields.indices where !DraftState.hasContent(draft[state: index]) {
            oldValues.deinitializeValue(index)
        }
        return {
            do {
                try instances.update(oldValues.draft, instance.address)
            } catch {
                throw ImportError(
                    .invalidPlan,
                    "update in the plan of \(plan.model) rejected the values that undo an earlier update",
                    advice: "make update accept all values that decompose adds", cause: error)
            }
        }
    }

    /// Adds a change made by the value of the innermost frame.
    private static func addChange(undo: @escaping () throws -> Void, in binder: inout ModelBinder) {
        let fields = (0..<binder.frames.last).compactMap { index in
            binder.frames[index].value.slot.map { slot in
                let model = binder.frames.model(enclosing: index)
                return (
                    field: Field(frame: model, index: slot.value.index),
                    start: binder.frames[model].value.changeCount
                )
            }
        }
        binder.updates?.addChange(by: fields, undo: undo)
    }

    /// Returns whether the object in the innermost frame must be replayed after it was read to identify its instance:
    /// because a part of the object was skipped, or because the instance has the plan of a subclass.
    private static func mustReplay(
        _ target: Target, for instance: ValueBox?, in binder: inout ModelBinder
    ) throws(ImportError) -> Bool {
        guard target.isReadCompletely else { return true }
        guard let instance else { return false }
        return try binder.subclassPlan(of: instance, target.node) != nil
    }

    /// Replays the object in the innermost frame so that it updates an instance. If `instance` is `nil`, the object
    /// becomes a new instance.
    private static func replay(
        _ object: Pinned<ObjectNode>, for instance: ValueBox?, in binder: inout ModelBinder
    ) -> EventResult {
        let frame = binder.frames.top
        frame.value.deinitializeDraft(object)
        binder.node = frame.value.node
        // No instance was made yet, so the destination holds no value.
        binder.destination = frame.value.destination
        binder.frames.pop()
        binder.updates?.setNextTarget(instance)
        binder.player.restart()
        return .continue
    }

    /// Returns the error if null would be stored in required fields of an instance; otherwise `nil`.
    private static func nullKeysError(
        _ object: Pinned<ObjectNode>, _ plan: ObjectPlan, in binder: inout ModelBinder
    ) -> ImportError? {
        let draft = binder.frames.top.value.draft
        guard binder.options.nulls != .ignore else { return nil }
        let hasNull = plan.fields.indices.contains { index in
            let state = draft[state: index]
            return plan.fields[index].isRequired && state & DraftState.kindMask == DraftState.null
        }
        return hasNull ? object.value.missingKeysError(in: draft, nullsOnly: true) : nil
    }
}

extension Frame {
    fileprivate var nodeOfObject: Pinned<ValueNode> {
        guard let node else { preconditionFailure("the frame of the object has no node") }
        return node
    }
}
