/// Models in dynamic values; see ``ImportOptions/dynamicModels``.
extension CompiledPlan {
    /// Returns the node of a dynamic value under a key whose objects become models, including objects in arrays; `nil`
    /// if the key has no model.
    func modelNode(under key: KeyText) -> Pinned<ValueNode>? {
        models.isEmpty ? nil : models[key.text]
    }

    /// Returns the node of a field under a key whose objects become models; `nil` if the field is not dynamic or the
    /// key has no model.
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
        node.value.dynamicModel = (Self.wrapper(of: type), self.node(for: type))
        return node
    }

    private static func wrapper<Model: Importable>(of type: Model.Type) -> any ArrayCollector.Type {
        ModelWrapper<Model>.self
    }
}
