/// The members or elements of a value that paths lead to.
struct PathNode {
    /// The keys on paths, if the value is an object.
    let object: Pinned<ObjectNode>?
    /// The elements on paths, if the value is an array, in the order of their indices.
    let elements: PinnedArray<Element>

    /// Returns whether a path continues in the value if that is an array or an object.
    func hasSubpaths(inArray isArray: Bool) -> Bool { isArray ? elements.count > 0 : object != nil }

    struct Element {
        let index: Int
        let slot: Pinned<Slot>
    }
}
