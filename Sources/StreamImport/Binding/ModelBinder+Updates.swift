/// Objects that update instances instead of becoming new ones, and models that have a say in what becomes of them.
extension ModelBinder {
    /// Has the only record update an instance, all or nothing. The plan has to be one for updates.
    ///
    /// - Parameter instance: the instance, which is copied.
    mutating func startUpdate(of instance: ValueBox?) throws {
        guard plan.record.value.wrapped == nil, plan.record.value.object != nil else {
            throw ImportError.notUpdatable("\(plan.record.value.type)")
        }
        targets.prepare(instance)
    }

    /// Keeps what was updated.
    mutating func endUpdate() throws {
        targets.clear()
        try updates.commit()
    }

    /// Whether an object has to be read first to find out which instance it means.
    func mustIdentify(_ object: Pinned<ObjectNode>) -> Bool {
        identifiesFirst(object) && !targets.isPrepared && !(replays.isRunning && replays.isAtStart)
    }

    /// Finds out which instance the object in the innermost frame updates, if that can be known before it is read.
    ///
    /// - Returns: whether the import continues.
    mutating func startUpdate(_ object: Pinned<ObjectNode>) -> Bool {
        guard let node = frames.top.value.node else { preconditionFailure("an object becomes nothing") }
        switch targets.takePrepared() {
        case .updates(let instance): return beginUpdate(of: instance, node.bare)
        case .isNew: return true
        case .nothing:
            let present = nestedInstance(node)
            // Only what is on a tape can be read once more.
            if replays.isRunning, replays.isAtStart, identifiesFirst(object) {
                targets.push(.init(frame: frames.last, node: node.bare, instance: nil, present: present))
                return true
            }
            return present.map { beginUpdate(of: $0, node.bare) } ?? true
        }
    }

    /// Has the object in the innermost frame update an instance, as what that is.
    ///
    /// - Returns: whether the import continues.
    private mutating func beginUpdate(of instance: ValueBox, _ node: Pinned<ValueNode>) -> Bool {
        do throws(ImportError) {
            let subclass = try subclassPlan(of: instance, node)
            // Hooks would see members twice that are sent once more.
            if let subclass, subclass.hasHooks, restartsInKeyOrder { return end(.restarted) }
            targets.push(.init(frame: frames.last, node: subclass?.record ?? node, instance: instance))
            if let object = subclass?.record.value.object { startMembers(object) }
            return true
        } catch {
            return rejectObject(error)
        }
    }

    /// Whether the instance must be known before the object is read: because objects inside are updated in their places,
    /// or because it may be of a subclass, which has more properties.
    private func identifiesFirst(_ object: Pinned<ObjectNode>) -> Bool {
        // SAFETY: the compiled plan keeps the hooks.
        guard let hooks = unsafe object.value.hooks,
            let existing = unsafe hooks.takeUnretainedValue().existing
        else { return false }
        return options.nestedObjects != .replace || existing.mayBeOfSubclass()
    }

    /// The index of the frame whose object is read only to find out which instance it means, if there is one.
    var identifyingFrame: Int? {
        guard targets.areUsed, let last = targets.last, last.instance == nil else { return nil }
        return last.frame
    }

    // MARK: - Instances inside of others

    /// The instance or array that is now where that of the innermost frame goes, if it is to be updated in its place.
    private func nestedInstance(_ node: Pinned<ValueNode>) -> ValueBox? {
        guard options.nestedObjects != .replace, let base = enclosingBase else { return nil }
        let around = frames[frames.last - 1]
        if around.value.kind == .array {
            return base.element(at: around.value.count + around.value.leftOut, node)
        }
        return around.value.slot.flatMap { base.member($0, node) }
    }

    /// Has the elements of the array in the innermost frame update those of the array that is now in its place.
    mutating func startArrayUpdate(_ node: Pinned<ValueNode>) {
        guard options.nestedObjects == .mergeElements, let array = nestedInstance(node) else { return }
        targets.push(.init(frame: frames.last, node: node.bare, instance: array))
    }

    /// What is directly around the innermost frame, if it is being updated.
    private var enclosingBase: UpdateTargets.Target? {
        guard let base = targets.last, base.instance != nil, base.frame < frames.last else { return nil }
        let around = frames[frames.last - 1]
        switch around.value.kind {
        case .array: return base.frame == frames.last - 1 ? base : nil
        // On a path, the draft is that of the model.
        case .object, .replacement, .arrayOnPath:
            return frames[base.frame].value.draft.isSame(as: around.value.draft) ? base : nil
        case .implicitArray, .dictionary: return nil
        }
    }

    // MARK: - The end of an object

    /// Updates an instance with the draft in the innermost frame, or makes one.
    mutating func finishUpdate(_ object: Pinned<ObjectNode>, _ plan: Unmanaged<ObjectPlan>) -> Bool {
        let frame = frames.top
        // SAFETY: the compiled plan keeps both. The instance is where the frame's value goes.
        let (plan, hooks) = unsafe (
            plan.takeUnretainedValue(), object.value.hooks?.takeUnretainedValue()
        )
        let base = targets.pop(frames.last)
        if let extras = object.value.extras, let twice = collectExtras(extras) {
            return rejectObject(.duplicateKey(twice))
        }
        if let error = settleMismatches() { return rejectObject(atItsValue: error) }
        do {
            let instance = try base?.instance ?? existing(object, plan, hooks, else: base?.present)
            if let base, base.instance == nil, try mustReadAgain(base, for: instance) {
                return replay(object, for: instance)
            }
            if let instance {
                if let error = nullKeys(frame, object, plan) { return rejectObject(error) }
                try update(instance, object, plan)
            } else {
                guard frame.value.missing == 0 else { return rejectObject(missingKeys(frame, object)) }
                try unsafe makeInstance(frame, object, .passUnretained(plan))
            }
            try accept(hooks)
        } catch {
            updates.rollBack(to: frame.value.changes)
            return rejectObject(.rejectedByModel(error))
        }
        dropDraft(frame, object)
        return close()
    }

    /// Has the model look at the instance that the innermost frame has made or updated, and takes note of it.
    private mutating func accept(_ hooks: ModelHooks?) throws {
        guard let node = frames.top.value.node?.bare else { preconditionFailure("an instance of no type") }
        // SAFETY: the instance was put there, and its life ends if it is not handed on.
        let instance = unsafe frames.top.value.destination!
        do {
            if let validate = unsafe hooks?.validate { try unsafe validate(instance) }
            if let note = unsafe noteOfInstance { noteChange(try unsafe note(instance)) }
        } catch {
            unsafe node.value.type.deinitialize(instance, count: 1)
            throw error
        }
    }

    /// The instance that the draft in the innermost frame means.
    ///
    /// - Parameter present: what it means if it does not say.
    @inline(never)  // Swift 6.3 crashes where it inlines this.
    private func existing(
        _ object: Pinned<ObjectNode>, _ plan: ObjectPlan, _ hooks: ModelHooks?, else present: ValueBox?
    ) throws -> ValueBox? {
        // SAFETY: the box has room for an instance of the type that is looked for.
        guard let hooks, let find = unsafe hooks.existing?.find else { return nil }
        guard let node = frames.top.value.node?.bare else { preconditionFailure("an instance of no type") }
        let draft = frames.top.value.draft
        var identity = ExistingInstances.Identity.unsaid
        let instance = try unsafe ValueBox(node.value.type) {
            identity = try unsafe find(ImportedValues(draft: draft, plan: plan, names: hooks.names), $0)
            return identity == .existing
        }
        return identity == .unsaid ? present : instance
    }

    /// Gives an instance the values of the draft in the innermost frame, and puts it where that goes.
    private mutating func update(
        _ instance: ValueBox, _ object: Pinned<ObjectNode>, _ plan: ObjectPlan
    ) throws {
        guard let instances = plan.instances else {
            throw ImportError.planWithoutInstances(type: "\(plan.model)")
        }
        let draft = frames.top.value.draft
        if let extras = object.value.extras { dropEmptyExtras(extras) }
        if options.nulls == .ignore { draft.forgetNulls(count: plan.fields.count) }
        let change =
            instances.areObjects ? ObjectUpdate(of: instance, plan, instances, with: draft) : nil
        // SAFETY: the box holds an instance of the plan's model; the destination has room for one.
        try unsafe instances.update(draft, instance.place)
        if let change { noteChange(change.toggle) }
        unsafe instance.copy(to: frames.top.value.destination!)
    }

    /// Notes what the value of the innermost frame has changed.
    ///
    /// - Parameter toggle: undoes that, or makes it again.
    private mutating func noteChange(_ toggle: @escaping () throws -> Void) {
        let members = (0..<frames.last).compactMap { index in
            // The frame above a member's opens with its value.
            updatedMember(inFrame: index).map { (member: $0, start: frames[index + 1].value.changes) }
        }
        updates.add(by: members, toggle)
    }

    /// What takes note of the instances of the type of the object in the innermost frame, also of those of subclasses.
    private var noteOfInstance: ((UnsafeRawPointer) throws -> () -> Void)? {
        // SAFETY: the compiled plan keeps the hooks.
        guard let object = frames.top.value.node?.bare.value.object, let hooks = unsafe object.value.hooks
        else { return nil }
        return unsafe hooks.takeUnretainedValue().existing?.note
    }

    /// Whether the object in the innermost frame, which has been read to find an instance, was not read as that is.
    private mutating func mustReadAgain(
        _ base: UpdateTargets.Target, for instance: ValueBox?
    ) throws(ImportError) -> Bool {
        guard base.isWhole else { return true }
        guard let instance else { return false }
        return try subclassPlan(of: instance, base.node) != nil
    }

    /// Has the object in the innermost frame replayed on top of an instance.
    private mutating func replay(_ object: Pinned<ObjectNode>, for instance: ValueBox?) -> Bool {
        let frame = frames.top
        dropDraft(frame, object)
        node = frame.value.node
        // SAFETY: nothing is in the destination of an object that was dropped.
        unsafe destination = frame.value.destination
        frames.pop()
        targets.prepare(instance)
        restartReplay()
        return true
    }

    /// What is wrong if required fields of an instance are to become null.
    private func nullKeys(
        _ frame: Pinned<Frame>, _ object: Pinned<ObjectNode>, _ plan: ObjectPlan
    ) -> ImportError? {
        guard options.nulls != .ignore else { return nil }
        let hasNull = plan.fields.indices.contains { index in
            let state = frame.value.draft[state: index]
            return plan.fields[index].isRequired && state & DraftState.kind == DraftState.null
        }
        return hasNull ? missingKeys(frame, object, nullsOnly: true) : nil
    }
}
