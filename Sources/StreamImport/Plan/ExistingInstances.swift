/// The lookup of the existing instances of one type that objects of the input refer to, type-erased.
@safe
struct ExistingInstances: Sendable {
    /// The result of looking up the instance of an object.
    enum Identity {
        case existing
        case new
        /// The object does not say which instance it refers to.
        case unspecified
    }

    /// Finds the instance that an object refers to, and copies it to memory with room for it if it exists.
    let find: @Sendable (borrowing LookupDraft, UnsafeMutableRawPointer) throws -> Identity
    /// Registers the instance at an address, which was created or updated; `nil` if instances are not registered.
    /// Returns a function that undoes the registration, or `nil` if the instance was not registered.
    let register: (@Sendable (UnsafeRawPointer) throws -> (() -> Void)?)?
    /// Returns whether an existing instance may be of a subclass. Once the result is `true`, it stays `true`.
    let mayBeOfSubclass: @Sendable () -> Bool

    init(
        find: @escaping @Sendable (borrowing LookupDraft, UnsafeMutableRawPointer) throws -> Identity,
        register: (@Sendable (UnsafeRawPointer) throws -> (() -> Void)?)?,
        mayBeOfSubclass: @escaping @Sendable () -> Bool
    ) {
        // SAFETY: the closures are only stored; the binder calls them with addresses of instances of the type, or of
        // memory with room for one.
        unsafe self.find = find
        unsafe self.register = register
        self.mayBeOfSubclass = mayBeOfSubclass
    }

    init<Model: Importable>(
        _ existing: @escaping @Sendable (borrowing LookupDraft) throws -> Model?
    ) {
        // SAFETY: the binder passes memory with room for an instance of the type.
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
