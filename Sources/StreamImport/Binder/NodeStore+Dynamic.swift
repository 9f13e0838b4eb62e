/// Models in dynamic objects; see ``ImportOptions/types``.
extension NodeStore {
    /// The node of a dynamic value under a key, if objects there become models, also those in arrays.
    func modelNode(under key: KeyText) -> Pinned<ValueNode>? {
        guard !options.types.isEmpty else { return nil }
        let key = key.text
        if let node = models[key] { return node }
        guard let type = options.types[key] else { return nil }
        let node = keep(self.node(for: DynamicValue.self).value)
        models[key] = node
        node.value.dictionary = nil
        node.value.array?.element = node
        node.value.model = (Self.wrapper(of: type), self.node(for: type))
        return node
    }

    private static func wrapper<Model: Importable>(of type: Model.Type) -> any ArrayCollector.Type {
        ModelWrapper<Model>.self
    }
}
