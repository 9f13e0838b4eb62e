/// Models in dynamic values; see ``ImportOptions/dynamicModels``.
extension CompiledPlan {
    /// Returns the node of a dynamic value under a key that has a model; `nil` if the key has no model. With this node,
    /// an object becomes a model, and so does each object in an array.
    func modelNode(under key: KeyText) -> Pinned<ValueNode>? {
        models.isEmpty ? nil : models[key.text]
    }

    /// Returns the node to use instead of the node of a dynamic field under a key that has a model; `nil` if the field
    /// is not dynamic or the key has no model.
    func modelNode(under key: String, insteadOf node: Pinned<ValueNode>) -> Pinned<ValueNode>? {
        let type = node.value.type
        if type == DynamicValue.self { return compileModel(under: key) }
        guard type == DynamicArray.self, let element = compileModel(under: key) else { return nil }
        var array = node.value
        array.array?.element = element
        return keep(array)
    }

    @discardableResult
    func compileModel(under key: String) -> Pinned<ValueNode>? {
        if let node = models[key] { return node }
        guard let type = options.dynamicModels[key] else { return nil }
        let node = keep(self.node(for: DynamicValue.self).value)
        models[key] = node
        node.value.dictionary = nil
        node.value.array?.element = node
        node.value.dynamicModel = (Self.modelWrapper(for: type), self.node(for: type))
        return node
    }

    private static func modelWrapper<Model: Importable>(for type: Model.Type) -> any ArrayCollector.Type {
        ModelWrapper<Model>.self
    }
}
