/// A function that creates the value for null, for a type that has one.
@safe
struct NullMaker: Sendable {
    /// Initializes memory with the value.
    let put: @Sendable (_ destination: UnsafeMutableRawPointer) -> Void

    init<Value>(_ null: @escaping @Sendable () -> Value) {
        // SAFETY: the binder passes memory with room for a value of the type.
        unsafe put = { unsafe $0.initializeMemory(as: Value.self, to: null()) }
    }
}
