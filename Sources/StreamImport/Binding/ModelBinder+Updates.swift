/// Objects that update instances instead of becoming new ones, and models that validate or register their instances.
extension ModelBinder {
    /// Makes the single record of an import update an instance, all or nothing. The plan must be compiled for updates.
    ///
    /// - Parameter instance: the instance. The record becomes a copy of the updated instance.
    mutating func startUpdate(of instance: ValueBox?) throws {
        let record = plan.record.value
        guard record.wrapped == nil, record.object != nil || record.cases?.value.hasDiscriminator == true
        else {
            throw ImportError.notUpdatable("\(plan.record.value.type)")
        }
        updates?.setNextTarget(instance)
    }

    /// Commits the changes that the record made.
    mutating func commitUpdates() throws {
        updates?.clear()
        try updates?.log.commit()
    }

    /// Throws the first error of a change that could not be undone, and clears it.
    mutating func throwUndoError() throws { try updates?.log.throwError() }

    /// Returns whether an object must be read more than once, first to identify its instance.
    func mustBeOnTape(_ object: Pinned<ObjectNode>) -> Bool {
        guard !replays.isRunning || !replays.isAtStart else { return false }
        return identifiesFirst(object) && updates?.hasNextTarget != true
    }

    /// Determines the update target of the object in the innermost frame, if the target can be known before the object
    /// is read.
    mutating func startUpdate(_ object: Pinned<ObjectNode>) -> EventResult {
        guard let node = frames.top.value.node else {
            preconditionFailure("the frame of the object has no node")
        }
        switch updates?.takeNextTarget() ?? .nothing {
        case .updates(let instance): return beginUpdate(of: instance, node.unwrapped)
        case .isNew: return .continue
        case .nothing:
            let fallback = nestedInstance(node)
            // Only an object on a tape can be read again after its instance is identified.
            if replays.isRunning, replays.isAtStart, identifiesFirst(object, else: fallback) {
                updates?.push(
                    .init(frame: frames.last, node: node.unwrapped, instance: nil, fallback: fallback))
                return .continue
            }
            return fallback.map { beginUpdate(of: $0, node.unwrapped) } ?? .continue
        }
    }

    /// Makes the object in the innermost frame update an instance, with the plan of the instance's own class.
    private mutating func beginUpdate(of instance: ValueBox, _ node: Pinned<ValueNode>) -> EventResult {
        do throws(ImportError) {
            let subclass = try subclassPlan(of: instance, node)
            // Restarts the record now, because hooks of the subclass would see members twice after a later restart.
            if let subclass, subclass.hasHooks, restartsInKeyOrder { return .restarted }
            updates?.push(.init(frame: frames.last, node: subclass?.record ?? node, instance: instance))
            if let object = subclass?.record.value.object { startSubclassDraft(object) }
            return .continue
        } catch {
            return rejectObject(error)
        }
    }

    /// Returns whether the instance must be known before the object is read: because nested objects are updated in
    /// place, because the instance may belong to a subclass, which may have more properties, or because the object updates
    /// another instance if it identifies none.
    private func identifiesFirst(_ object: Pinned<ObjectNode>, else fallback: ValueBox? = nil) -> Bool {
        // SAFETY: the compiled plan keeps the hooks alive.
        guard let hooks = unsafe object.value.hooks,
            let existing = unsafe hooks.takeUnretainedValue().existing
        else { return false }
        return options.nestedObjects != .replace || fallback != nil || existing.mayBeOfSubclass()
    }

    // MARK: - Nested instances

    /// Returns the existing instance or array that the value of the innermost frame updates in place; `nil` if it
    /// updates none.
    func nestedInstance(_ node: Pinned<ValueNode>) -> ValueBox? {
        let enclosing = frames[frames.last - 1]
        guard options.nestedObjects != .replace, let target = enclosingTarget else { return nil }
        if enclosing.value.kind == .array {
            return target.element(at: enclosing.value.count + enclosing.value.mismatchCount, node)
        }
        return enclosing.value.slot.flatMap { target.member($0, node) }
    }

    /// Makes the elements of the array in the innermost frame update the elements of the existing array, under
    /// ``NestedObjectPolicy/mergeElements``.
    mutating func startArrayUpdate(_ node: Pinned<ValueNode>) {
        guard options.nestedObjects == .mergeElements, let array = nestedInstance(node) else { return }
        updates?.push(.init(frame: frames.last, node: node.unwrapped, instance: array))
    }

    /// The update target that directly encloses the innermost frame; `nil` if none does.
    private var enclosingTarget: UpdateSession.Target? {
        guard let target = updates?.last, target.instance != nil, target.frame < frames.last else {
            return nil
        }
        let enclosing = frames[frames.last - 1]
        switch enclosing.value.kind {
        case .array: return target.frame == frames.last - 1 ? target : nil
        // On a path and in a replacement, the draft belongs to the frame of the model.
        case .object, .replacement, .arrayOnPath:
            return frames[target.frame].value.draft.isSame(as: enclosing.value.draft) ? target : nil
        case .implicitArray, .dictionary, .payload, .pairs: return nil
        }
    }

    // MARK: - The end of an object

    /// Updates an instance with the draft in the innermost frame, or makes a new instance from the draft.
    mutating func finishUpdate(_ object: Pinned<ObjectNode>, _ plan: Unmanaged<ObjectPlan>) -> EventResult {
        let frame = frames.top
        // SAFETY: the compiled plan keeps the object plan and the hooks alive. The frame's destination has room for an
        // instance.
        let (plan, hooks) = unsafe (
            plan.takeUnretainedValue(), object.value.hooks?.takeUnretainedValue()
        )
        let target = updates?.pop(frames.last)
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
            updates?.log.rollBack(to: frame.value.changeCount)
            return rejectObject(.rejectedByModel(error))
        }
        deinitializeDraft(frame, object)
        return close()
    }

    /// Validates and registers the instance that the innermost frame has made or updated. Deinitializes the instance if
    /// a hook throws.
    private mutating func validateAndRegister(_ hooks: ModelHooks?) throws {
        guard let node = frames.top.value.node?.unwrapped else {
            preconditionFailure("the frame of the instance has no node")
        }
        // SAFETY: the caller has stored an instance at the destination. It is deinitialized here if a hook throws.
        let instance = unsafe frames.top.value.destination!
        do {
            if let validate = unsafe hooks?.validate { try unsafe validate(instance) }
            if let undo = try unsafe instanceRegistration?(instance) { addChange(undo: undo) }
        } catch {
            unsafe node.value.type.deinitialize(instance, count: 1)
            throw error
        }
    }

    /// Returns the instance that the draft in the innermost frame identifies.
    ///
    /// - Parameter fallback: the result if the draft does not say which instance it refers to.
    @inline(never)  // The compiler of Swift 6.3 crashes if it inlines this function.
    private func existing(
        _ object: Pinned<ObjectNode>, _ plan: ObjectPlan, _ hooks: ModelHooks?, else fallback: ValueBox?
    ) throws -> ValueBox? {
        // SAFETY: the box has room for an instance of the type that is looked for.
        guard let hooks, let find = unsafe hooks.existing?.find else { return nil }
        guard let node = frames.top.value.node?.unwrapped else {
            preconditionFailure("the frame of the instance has no node")
        }
        let draft = frames.top.value.draft
        var identity = ExistingInstances.Identity.unspecified
        let instance = try unsafe ValueBox(node.value.type) {
            identity = try unsafe find(LookupDraft(draft: draft, plan: plan, names: hooks.names), $0)
            return identity == .existing
        }
        return identity == .unspecified ? fallback : instance
    }

    /// Updates an instance with the draft in the innermost frame, and copies the instance to the frame's destination.
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
        if let change { addChange(undo: change.undo) }
        unsafe instance.copy(to: frames.top.value.destination!)
    }

    /// Adds a change made by the value of the innermost frame to the update log.
    private mutating func addChange(undo: @escaping () throws -> Void) {
        let fields = (0..<frames.last).compactMap { index in
            frames[index].value.slot.map { slot in
                let model = modelFrame(enclosing: index)
                return (
                    field: UpdateLog.Field(frame: model, index: slot.value.index),
                    start: frames[model].value.changeCount
                )
            }
        }
        updates?.log.add(by: fields, undo: undo)
    }

    /// The function that registers the instance in the innermost frame: that of the static type, which also registers
    /// instances of subclasses.
    private var instanceRegistration: ((UnsafeRawPointer) throws -> (() -> Void)?)? {
        // SAFETY: the compiled plan keeps the hooks alive.
        guard let object = frames.top.value.node?.unwrapped.value.object,
            let hooks = unsafe object.value.hooks
        else { return nil }
        return unsafe hooks.takeUnretainedValue().existing?.register
    }

    /// Returns whether the object in the innermost frame must be replayed after it was read to identify its instance:
    /// because a part of the object was skipped, or because the instance has the plan of a subclass.
    private mutating func mustReplay(
        _ target: UpdateSession.Target, for instance: ValueBox?
    ) throws(ImportError) -> Bool {
        guard target.isComplete else { return true }
        guard let instance else { return false }
        return try subclassPlan(of: instance, target.node) != nil
    }

    /// Replays the object in the innermost frame so that it updates an instance. If `instance` is `nil`, the object
    /// becomes a new instance.
    private mutating func replay(_ object: Pinned<ObjectNode>, for instance: ValueBox?) -> EventResult {
        let frame = frames.top
        deinitializeDraft(frame, object)
        node = frame.value.node
        // SAFETY: no instance was made yet, so the destination holds no value.
        unsafe destination = frame.value.destination
        frames.pop()
        updates?.setNextTarget(instance)
        restartReplay()
        return .continue
    }

    /// Returns the error if null would be stored in required fields of an instance; otherwise `nil`.
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
