/// The compiled form of an array or object that paths lead through: its members and elements on those paths.
struct PathNode {
    /// The keys on paths, if the value is an object.
    let object: Pinned<ObjectNode>?
    /// The elements on paths, if the value is an array, in the order of their indices.
    let elements: PinnedArray<Element>

    /// Returns whether a path continues in the value, which is an array or an object.
    func hasSubpaths(inArray isArray: Bool) -> Bool { isArray ? elements.count > 0 : object != nil }

    struct Element {
        let index: Int
        let slot: Pinned<Slot>
    }
}
