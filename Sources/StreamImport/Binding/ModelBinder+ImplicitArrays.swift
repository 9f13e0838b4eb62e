/// Implicit arrays: arrays that are made from a single value.
extension ModelBinder {
    /// Returns the collector and the element node that wrap a single value in an array; `nil` if the coercion policy or
    /// the node does not allow an implicit array.
    func implicitArray(_ node: Pinned<ValueNode>) -> ValueNode.Elements? {
        options.coercion == .permissive ? node.direct.value.array : nil
    }

    /// Opens a frame for a value that is wrapped in a dynamic value or in an array of one element.
    mutating func openImplicitArray(
        _ node: Pinned<ValueNode>, _ element: Pinned<ValueNode>, offset: Int, depth: Int
    ) {
        open(.implicitArray, node, offset: offset, depth: depth)
        frames.top.value.element = element
        prepareForElement()
    }
}
