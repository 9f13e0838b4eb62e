/// The limit of the nesting of arrays and objects.
extension EventContext {
    /// Counts an opening bracket. Returns `false` if more than ``maximumDepth`` brackets are open.
    @inlinable
    package mutating func open() -> Bool {
        depth += 1
        return depth <= maximumDepth
    }

    /// The error to report if ``open()`` returns `false`.
    package var tooDeep: ImportError {
        .tooDeep(limit: maximumDepth, at: source.currentLocation())
    }
}
