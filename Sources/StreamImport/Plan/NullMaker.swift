/// What null makes of a type for which it is a value.
@safe
struct NullMaker: Sendable {
    /// Puts it at an address.
    let put: @Sendable (_ destination: UnsafeMutableRawPointer) -> Void

    init<Value>(_ null: @escaping @Sendable () -> Value) {
        // SAFETY: the binder hands room for a value of the type.
        unsafe put = { unsafe $0.initializeMemory(as: Value.self, to: null()) }
    }
}
