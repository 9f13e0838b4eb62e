/// An update of a shared object, which can be undone.
final class ObjectUpdate {
    private let plan: ObjectPlan
    private let instances: InstancePlan
    private let instance: ValueBox
    /// The values of the updated fields before the update.
    private let oldValues: OwnedDraft

    /// - Parameters:
    ///   - instance: an instance of the plan's model, before the update.
    ///   - draft: the values of the update.
    init(of instance: ValueBox, _ plan: ObjectPlan, _ instances: InstancePlan, with draft: Draft) {
        (self.plan, self.instances, self.instance) = (plan, instances, instance)
        oldValues = OwnedDraft(plan)
        // SAFETY: the box holds an instance of the plan's model.
        unsafe oldValues.decompose(instance.address, instances)
        oldValues.replaceExtras()
        for index in plan.fields.indices where !DraftState.hasContent(draft[state: index]) {
            oldValues.deinitializeValue(index)
        }
    }

    /// Undoes the update.
    ///
    /// - Throws: ``ImportError`` if the plan's update throws, although it should accept values that the instance has
    ///   had.
    func undo() throws {
        do {
            // SAFETY: the box holds an instance of the plan's model.
            try unsafe instances.update(oldValues.draft, instance.address)
        } catch {
            throw ImportError.updateNotUndone(error, type: "\(plan.model)")
        }
    }
}
