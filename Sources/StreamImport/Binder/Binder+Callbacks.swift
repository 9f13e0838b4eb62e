extension Binder {
    /// What the source of the events calls. Each recovers the binder, makes one call and returns.
    // SAFETY: the context is the address of the binder that was handed to the source with these; the bytes
    // are valid until the call returns, and nothing keeps them.
    static let handlers = unsafe EventHandlers(
        null: { unsafe binder($0).pointee.null() ? 1 : 0 },
        bool: { unsafe binder($0).pointee.bool($1 != 0) ? 1 : 0 },
        number: { context, bytes, count in
            let text = unsafe UnsafeRawPointer(bytes!).assumingMemoryBound(to: UInt8.self)
            return unsafe binder(context).pointee.number(text, count) ? 1 : 0
        },
        string: { unsafe binder($0).pointee.string($1!, $2) ? 1 : 0 },
        objectStart: { unsafe binder($0).pointee.objectStart() ? 1 : 0 },
        key: { unsafe binder($0).pointee.key($1!, $2) ? 1 : 0 },
        objectEnd: { unsafe binder($0).pointee.objectEnd() ? 1 : 0 },
        arrayStart: { unsafe binder($0).pointee.arrayStart() ? 1 : 0 },
        arrayEnd: { unsafe binder($0).pointee.arrayEnd() ? 1 : 0 },
        textWillGo: {
            unsafe binder($0).pointee.locateFrames()
            return 1
        })

    @inline(__always)
    static func binder(_ context: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<Binder> {
        unsafe context!.assumingMemoryBound(to: Binder.self)
    }
}
