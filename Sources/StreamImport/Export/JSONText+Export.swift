extension JSONText {
    /// The operations of a text, which is written unchanged.
    public static var _operations: _ValueOperations {
        _ValueOperations(writing: Self.self) { text, output in
            if !output.joinsNextObject, output.target.put(json: text.bytes) { return }
            try output.write(JSONValue(json: text.bytes))
        }
    }
}
