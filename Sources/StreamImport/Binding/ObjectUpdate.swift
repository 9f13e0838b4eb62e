/// An update of a shared object, which can be undone and made again.
final class ObjectUpdate {
    private let plan: ObjectPlan
    private let instances: InstancePlan
    private let instance: ValueBox
    /// The values that the updated fields get when the update is toggled.
    private var savedValues: OwnedDraft

    /// - Parameters:
    ///   - instance: an instance of the plan's model, before the update.
    ///   - draft: the values of the update.
    init(of instance: ValueBox, _ plan: ObjectPlan, _ instances: InstancePlan, with draft: Draft) {
        (self.plan, self.instances, self.instance) = (plan, instances, instance)
        savedValues = OwnedDraft(plan)
        saveValues { DraftState.hasContent(draft[state: $0]) }
    }

    /// Undoes the update, or makes it again.
    ///
    /// - Throws: ``ImportError`` if the plan's update throws, although it should accept values that the instance has
    ///   had.
    func toggle() throws {
        let values = savedValues
        savedValues = OwnedDraft(plan)
        saveValues { DraftState.hasContent(values.state(of: $0)) }
        do {
            // SAFETY: the box holds an instance of the plan's model.
            try unsafe instances.update(values.draft, instance.address)
        } catch {
            throw ImportError.updateNotUndone(error, type: "\(plan.model)")
        }
    }

    /// Saves the current values of the instance in the updated fields.
    private func saveValues(where isUpdated: (Int) -> Bool) {
        // SAFETY: the box holds an instance of the plan's model.
        unsafe savedValues.decompose(instance.address, instances)
        savedValues.replaceExtras()
        for index in plan.fields.indices where !isUpdated(index) { savedValues.deinitializeValue(index) }
    }
}
