/// The output of an export, which receives values part by part.
@usableFromInline
class ExportOutput {
    let target: any ExportTarget
    /// The format of dates in fields that do not declare one.
    private let defaultDates: DateStrategy
    private let maximumDepth: Int

    /// The format of dates in the current field; `nil` if the field uses that of the options, which never applies to
    /// a `Double`.
    var fieldDates: DateStrategy?

    /// The cached JSON kinds of types that are known only at run time.
    var kinds = AnyValueKindCache()

    private var depth: Int
    /// Whether the members of the next object are written into the open object.
    private(set) var joinsNextObject = false
    /// The keys that ``members(watching:_:)`` looks for, innermost last.
    private var watchedKeys: [WatchedKey] = []

    private struct WatchedKey {
        let key: String
        let depth: Int
        var isWritten = false
    }

    /// - Parameters:
    ///   - dates: the format of dates in fields that do not declare one.
    ///   - depth: the number of brackets that are open around each value.
    init(to target: any ExportTarget, dates: DateStrategy, maximumDepth: Int, depth: Int) {
        self.target = target
        defaultDates = dates
        self.maximumDepth = maximumDepth
        self.depth = depth
    }

    @usableFromInline
    var dates: DateStrategy { fieldDates ?? defaultDates }

    /// Writes a value.
    ///
    /// - Parameter write: the operation of the value's type that writes a value.
    func write<Value: Importable>(_ value: borrowing Value, _ write: _ValueOperations.Write) throws {
        // SAFETY: `withUnsafePointer` keeps the value at its address for the call.
        try unsafe withUnsafePointer(to: value) { try unsafe write($0, self) }
    }

    /// Writes a model field by field.
    @usableFromInline
    func model(at instance: UnsafeRawPointer, of type: any Importable.Type) throws {
        preconditionFailure("a subclass must override this method")
    }

    @usableFromInline
    func put(_ scalar: ExportedScalar) throws {
        try target.put(scalar.validated())
    }

    /// Writes an array whose elements `body` writes.
    func array(_ body: () throws -> Void) throws { try container(isObject: false, body) }

    /// Writes an object whose members `body` writes.
    func object(_ body: () throws -> Void) throws { try container(isObject: true, body) }

    /// Writes the members of the object that `body` writes into the open object.
    ///
    /// - Returns: whether one of them has the given key.
    /// - Throws: ``ImportError/Code/invalidPlan`` if `body` writes another value than an object.
    func members(watching key: String, _ body: () throws -> Void) throws -> Bool {
        watchedKeys.append(WatchedKey(key: key, depth: depth))
        let count = watchedKeys.count
        defer { watchedKeys.removeLast(watchedKeys.count - count + 1) }
        joinsNextObject = true
        try body()
        if joinsNextObject { throw ImportError.payloadNotAnObject() }
        return watchedKeys[count - 1].isWritten
    }

    private func container(isObject: Bool, _ body: () throws -> Void) throws {
        if joinsNextObject {
            guard isObject else { throw ImportError.payloadNotAnObject() }
            joinsNextObject = false
            return try body()
        }
        depth += 1
        if depth > maximumDepth { throw ImportError.tooDeep(limit: maximumDepth, at: nil) }
        try target.start(isObject: isObject)
        try body()
        try target.end(isObject: isObject)
        depth -= 1
    }

    /// Writes a member whose value `body` writes.
    func member(_ key: String, _ body: () throws -> Void) throws {
        for index in watchedKeys.indices where watchedKeys[index].depth == depth {
            if watchedKeys[index].key == key { watchedKeys[index].isWritten = true }
        }
        try target.key(key)
        do { try body() } catch { throw ImportError.rejectedByModel(error).inside(.key(key)) }
    }

    /// Writes an element of an array with `body`.
    func element(_ index: Int, _ body: () throws -> Void) throws {
        do { try body() } catch { throw ImportError.rejectedByModel(error).inside(.index(index)) }
    }
}
