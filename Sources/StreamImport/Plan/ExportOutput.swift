/// Where exported values go, part by part.
@usableFromInline
class ExportOutput {
    let target: any ExportTarget
    /// How dates are written where a field does not say so itself.
    private let defaultDates: DateStrategy
    private let maximumDepth: Int

    /// How the dates of the current field are written; `nil` if the field leaves it to the options, which make no
    /// date of a `Double`.
    var fieldDates: DateStrategy?

    /// What values of types that are not known before are in JSON.
    var kinds = AnyValueKindCache()

    private var depth: Int

    /// - Parameters:
    ///   - dates: how dates are written where a field does not say so itself.
    ///   - depth: how many brackets are open around each value.
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
    /// - Parameter operations: those of the type.
    func write<Value: Importable>(_ value: borrowing Value, _ operations: _ValueOperations) throws {
        // SAFETY: the value stays where it is for the call.
        try unsafe withUnsafePointer(to: value) { try unsafe operations.write($0, self) }
    }

    /// Writes a model field by field.
    @usableFromInline
    func model(at instance: UnsafeRawPointer, of type: any Importable.Type) throws {
        preconditionFailure("models are written by a subclass")
    }

    @usableFromInline
    func put(_ scalar: ExportedScalar) throws {
        try target.put(scalar.validated())
    }

    /// Writes an array whose elements `body` writes.
    func array(_ body: () throws -> Void) throws { try container(isObject: false, body) }

    /// Writes an object whose members `body` writes.
    func object(_ body: () throws -> Void) throws { try container(isObject: true, body) }

    private func container(isObject: Bool, _ body: () throws -> Void) throws {
        depth += 1
        if depth > maximumDepth { throw ImportError.tooDeep(limit: maximumDepth, at: nil) }
        try target.start(isObject: isObject)
        try body()
        try target.end(isObject: isObject)
        depth -= 1
    }

    /// Writes the value of a member.
    func member(_ key: String, _ body: () throws -> Void) throws {
        try target.key(key)
        do { try body() } catch { throw ImportError.rejectedByModel(error).inside(.key(key)) }
    }

    /// Writes an element of an array.
    func element(_ index: Int, _ body: () throws -> Void) throws {
        do { try body() } catch { throw ImportError.rejectedByModel(error).inside(.index(index)) }
    }
}
