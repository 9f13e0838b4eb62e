/// The instances of one type that objects of the input may mean, for code that knows no type.
@safe
struct ExistingInstances: Sendable {
    /// What an object says of the instance that it means.
    enum Identity {
        case existing
        case new
        /// Nothing.
        case unspecified
    }

    /// Puts the instance that an object means at a place that has room for it, if it exists.
    let find: @Sendable (borrowing LookupDraft, UnsafeMutableRawPointer) throws -> Identity
    /// Takes register of the instance at a place, which was made or updated, and returns a function that undoes that, or makes
    /// it again once it was undone.
    let register: (@Sendable (UnsafeRawPointer) throws -> () -> Void)?
    /// Whether an instance may be of a subclass. Once it may, it always may.
    let mayBeOfSubclass: @Sendable () -> Bool

    init(
        find: @escaping @Sendable (borrowing LookupDraft, UnsafeMutableRawPointer) throws -> Identity,
        register: (@Sendable (UnsafeRawPointer) throws -> () -> Void)?,
        mayBeOfSubclass: @escaping @Sendable () -> Bool
    ) {
        // SAFETY: stored; the binder calls them with addresses of the type.
        unsafe self.find = find
        unsafe self.register = register
        self.mayBeOfSubclass = mayBeOfSubclass
    }

    init<Model: Importable>(
        _ existing: @escaping @Sendable (borrowing LookupDraft) throws -> Model?
    ) {
        // SAFETY: the binder hands room for an instance of the type.
        unsafe find = { values, destination in
            guard let instance = try existing(values) else { return .new }
            unsafe destination.initializeMemory(as: Model.self, to: instance)
            return .existing
        }
        unsafe register = nil
        let isClass = Model.self is AnyObject.Type
        mayBeOfSubclass = { isClass }
    }
}
