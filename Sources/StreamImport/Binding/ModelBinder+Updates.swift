/// Objects that update instances instead of becoming new ones, and models that have a say in what becomes of them.
extension ModelBinder {
    /// Has the only record update an instance, all or nothing. The plan has to be one for updates.
    ///
    /// - Parameter instance: the instance, which is copied.
    mutating func startUpdate(of instance: ValueBox?) throws {
        guard plan.record.value.wrapped == nil, plan.record.value.object != nil else {
            throw ImportError.notUpdatable("\(plan.record.value.type)")
        }
        targets.setNextTarget(instance)
    }

    /// Keeps what was updated.
    mutating func commitUpdate() throws {
        targets.clear()
        try updates.commit()
    }

    /// Whether an object has to be read first to find out which instance it means.
    func mustIdentify(_ object: Pinned<ObjectNode>) -> Bool {
        identifiesFirst(object) && !targets.hasNextTarget && !(replays.isRunning && replays.isAtStart)
    }

    /// Finds out which instance the object in the innermost frame updates, if that can be known before it is read.
    ///
    /// - Returns: whether the import continues.
    mutating func startUpdate(_ object: Pinned<ObjectNode>) -> Bool {
        guard let node = frames.top.value.node else { preconditionFailure("an object becomes nothing") }
        switch targets.takeNextTarget() {
        case .updates(let instance): return beginUpdate(of: instance, node.unwrapped)
        case .isNew: return true
        case .nothing:
            let fallback = nestedInstance(node)
            // Only what is on a tape can be read once more.
            if replays.isRunning, replays.isAtStart, identifiesFirst(object) {
                targets.push(
                    .init(frame: frames.last, node: node.unwrapped, instance: nil, fallback: fallback))
                return true
            }
            return fallback.map { beginUpdate(of: $0, node.unwrapped) } ?? true
        }
    }

    /// Has the object in the innermost frame update an instance, as what that is.
    ///
    /// - Returns: whether the import continues.
    private mutating func beginUpdate(of instance: ValueBox, _ node: Pinned<ValueNode>) -> Bool {
        do throws(ImportError) {
            let subclass = try subclassPlan(of: instance, node)
            // Hooks would see members duplicate that are sent once more.
            if let subclass, subclass.hasHooks, restartsInKeyOrder { return end(.restarted) }
            targets.push(.init(frame: frames.last, node: subclass?.record ?? node, instance: instance))
            if let object = subclass?.record.value.object { startSubclassDraft(object) }
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
        guard targets.isEnabled, let last = targets.last, last.instance == nil else { return nil }
        return last.frame
    }

    // MARK: - Instances inside of others

    /// The instance or array that is now where that of the innermost frame goes, if it is to be updated in its place.
    private func nestedInstance(_ node: Pinned<ValueNode>) -> ValueBox? {
        guard options.nestedObjects != .replace, let target = enclosingTarget else { return nil }
        let enclosing = frames[frames.last - 1]
        if enclosing.value.kind == .array {
            return target.element(at: enclosing.value.count + enclosing.value.mismatchCount, node)
        }
        return enclosing.value.slot.flatMap { target.member($0, node) }
    }

    /// Has the elements of the array in the innermost frame update those of the array that is now in its place.
    mutating func startArrayUpdate(_ node: Pinned<ValueNode>) {
        guard options.nestedObjects == .mergeElements, let array = nestedInstance(node) else { return }
        targets.push(.init(frame: frames.last, node: node.unwrapped, instance: array))
    }

    /// What is directly enclosing the innermost frame, if it is being updated.
    private var enclosingTarget: UpdateTargets.Target? {
        guard let target = targets.last, target.instance != nil, target.frame < frames.last else {
            return nil
        }
        let enclosing = frames[frames.last - 1]
        switch enclosing.value.kind {
        case .array: return target.frame == frames.last - 1 ? target : nil
        // On a path, the draft is that of the model.
        case .object, .replacement, .arrayOnPath:
            return frames[target.frame].value.draft.isSame(as: enclosing.value.draft) ? target : nil
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
        let target = targets.pop(frames.last)
        if let extras = object.value.extras, let duplicate = collectExtras(extras) {
            return rejectObject(.duplicateKey(duplicate))
        }
        if let error = resolveMismatches() { return rejectObject(located: error) }
        do {
            let instance = try target?.instance ?? existing(object, plan, hooks, else: target?.fallback)
            if let target, target.instance == nil, try mustReplay(target, for: instance) {
                return replay(object, for: instance)
            }
            if let instance {
                if let error = nullKeysError(frame, object, plan) { return rejectObject(error) }
                try update(instance, object, plan)
            } else {
                guard frame.value.missingCount == 0 else {
                    return rejectObject(missingKeysError(frame, object))
                }
                try unsafe makeInstance(frame, object, .passUnretained(plan))
            }
            try validateAndRegister(hooks)
        } catch {
            updates.rollBack(to: frame.value.changeCount)
            return rejectObject(.rejectedByModel(error))
        }
        deinitializeDraft(frame, object)
        return close()
    }

    /// Has the model look at the instance that the innermost frame has made or updated, and takes register of it.
    private mutating func validateAndRegister(_ hooks: ModelHooks?) throws {
        guard let node = frames.top.value.node?.unwrapped else {
            preconditionFailure("an instance of no type")
        }
        // SAFETY: the instance was put there, and its life ends if it is not handed on.
        let instance = unsafe frames.top.value.destination!
        do {
            if let validate = unsafe hooks?.validate { try unsafe validate(instance) }
            if let register = unsafe instanceRegistration { addChange(try unsafe register(instance)) }
        } catch {
            unsafe node.value.type.deinitialize(instance, count: 1)
            throw error
        }
    }

    /// The instance that the draft in the innermost frame means.
    ///
    /// - Parameter fallback: what it means if it does not say.
    @inline(never)  // Swift 6.3 crashes where it inlines this.
    private func existing(
        _ object: Pinned<ObjectNode>, _ plan: ObjectPlan, _ hooks: ModelHooks?, else fallback: ValueBox?
    ) throws -> ValueBox? {
        // SAFETY: the box has room for an instance of the type that is looked for.
        guard let hooks, let find = unsafe hooks.existing?.find else { return nil }
        guard let node = frames.top.value.node?.unwrapped else {
            preconditionFailure("an instance of no type")
        }
        let draft = frames.top.value.draft
        var identity = ExistingInstances.Identity.unspecified
        let instance = try unsafe ValueBox(node.value.type) {
            identity = try unsafe find(LookupDraft(draft: draft, plan: plan, names: hooks.names), $0)
            return identity == .existing
        }
        return identity == .unspecified ? fallback : instance
    }

    /// Gives an instance the values of the draft in the innermost frame, and puts it where that goes.
    private mutating func update(
        _ instance: ValueBox, _ object: Pinned<ObjectNode>, _ plan: ObjectPlan
    ) throws {
        guard let instances = plan.instances else {
            throw ImportError.planWithoutInstances(type: "\(plan.model)")
        }
        let draft = frames.top.value.draft
        if let extras = object.value.extras { discardEmptyExtras(extras) }
        if options.nulls == .ignore { draft.clearNulls(count: plan.fields.count) }
        let change =
            instances.isClass ? ObjectUpdate(of: instance, plan, instances, with: draft) : nil
        // SAFETY: the box holds an instance of the plan's model; the destination has room for one.
        try unsafe instances.update(draft, instance.address)
        if let change { addChange(change.toggle) }
        unsafe instance.copy(to: frames.top.value.destination!)
    }

    /// Notes what the value of the innermost frame has changed.
    ///
    /// - Parameter toggle: undoes that, or makes it again.
    private mutating func addChange(_ toggle: @escaping () throws -> Void) {
        let members = (0..<frames.last).compactMap { index in
            // The frame above a member's opens with its value.
            updatedMember(inFrame: index).map { (member: $0, start: frames[index + 1].value.changeCount) }
        }
        updates.add(by: members, toggle)
    }

    /// What takes register of the instances of the type of the object in the innermost frame, also of those of subclasses.
    private var instanceRegistration: ((UnsafeRawPointer) throws -> () -> Void)? {
        // SAFETY: the compiled plan keeps the hooks.
        guard let object = frames.top.value.node?.unwrapped.value.object,
            let hooks = unsafe object.value.hooks
        else { return nil }
        return unsafe hooks.takeUnretainedValue().existing?.register
    }

    /// Whether the object in the innermost frame, which has been read to find an instance, was not read as that is.
    private mutating func mustReplay(
        _ target: UpdateTargets.Target, for instance: ValueBox?
    ) throws(ImportError) -> Bool {
        guard target.isComplete else { return true }
        guard let instance else { return false }
        return try subclassPlan(of: instance, target.node) != nil
    }

    /// Has the object in the innermost frame replayed on top of an instance.
    private mutating func replay(_ object: Pinned<ObjectNode>, for instance: ValueBox?) -> Bool {
        let frame = frames.top
        deinitializeDraft(frame, object)
        node = frame.value.node
        // SAFETY: nothing is in the destination of an object that was dropped.
        unsafe destination = frame.value.destination
        frames.pop()
        targets.setNextTarget(instance)
        restartReplay()
        return true
    }

    /// What is wrong if required fields of an instance are to become null.
    private func nullKeysError(
        _ frame: Pinned<Frame>, _ object: Pinned<ObjectNode>, _ plan: ObjectPlan
    ) -> ImportError? {
        guard options.nulls != .ignore else { return nil }
        let hasNull = plan.fields.indices.contains { index in
            let state = frame.value.draft[state: index]
            return plan.fields[index].isRequired && state & DraftState.kindMask == DraftState.null
        }
        return hasNull ? missingKeysError(frame, object, nullsOnly: true) : nil
    }
}
