/// What is noted for the summary.
extension Binder {
    /// How many unknown keys are listed.
    private static let unknownKeyLimit = 1000

    /// Lists a key that no field has, the first time it comes.
    mutating func reportUnknownKey(_ key: KeyText, _ object: Pinned<ObjectNode>) {
        if let spelling = frames.top.value.spelling, object.value.keys.remembers(spelling) {
            spelling.value.isIgnored = true
        }
        guard summary.unknownKeys.count < Self.unknownKeyLimit else { return }
        let (type, text) = (object.value.modelName, key.text)
        guard !summary.unknownKeys.contains(where: { $0.type == type && $0.key == text }) else { return }
        summary.unknownKeys.append(UnknownKey(type: type, key: text, location: currentLocation()))
    }
}
