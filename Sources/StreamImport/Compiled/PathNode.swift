/// What paths lead to in a value.
struct PathNode {
    /// The keys that lead on, if the value is an object.
    let object: Pinned<ObjectNode>?
    /// The elements that lead on, if the value is an array, in the order of their indices.
    let elements: PinnedArray<Element>

    /// Whether an array or an object has something that a path can lead on to.
    func hasSubpaths(inArray isArray: Bool) -> Bool { isArray ? elements.count > 0 : object != nil }

    struct Element {
        let index: Int
        let slot: Pinned<Slot>
    }
}
