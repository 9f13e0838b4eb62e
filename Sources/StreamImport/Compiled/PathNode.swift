/// What paths lead to in a value.
struct PathNode {
    /// The keys that lead on, if the value is an object.
    let object: Pinned<ObjectNode>?
    /// The elements that lead on, if the value is an array, in the order of their indices.
    let steps: PinnedArray<Step>

    /// Whether an array or an object has something that a path can lead on to.
    func leadsOn(inArray isArray: Bool) -> Bool { isArray ? steps.count > 0 : object != nil }

    struct Step {
        let index: Int
        let slot: Pinned<Slot>
    }
}
