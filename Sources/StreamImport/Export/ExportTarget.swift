/// What the parts of an exported value become: text, or dictionaries.
protocol ExportTarget: AnyObject {
    /// Takes a value that has no parts, and can be said in JSON.
    func put(_ scalar: ExportedScalar) throws(ImportError)

    /// Begins an array; what comes until its end are its elements.
    func startArray() throws(ImportError)
    func endArray() throws(ImportError)

    /// Begins an object; until its end, keys and values take turns.
    func startObject() throws(ImportError)
    func key(_ key: String) throws(ImportError)
    func endObject() throws(ImportError)
}
