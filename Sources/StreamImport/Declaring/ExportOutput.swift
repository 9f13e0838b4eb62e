package import Foundation

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
    private var watchedKeys: [(key: String, depth: Int, isWritten: Bool)] = []

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
        try ValueAddress.of(value) { try write($0, self) }
    }

    /// Writes a model field by field.
    @usableFromInline
    func model(at instance: ValueAddress, of type: any Importable.Type) throws {
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
        watchedKeys.append((key, depth, isWritten: false))
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

/// Output of values whose types are known only at run time.
extension ExportOutput {
    /// Writes a value in the form that its dynamic type defines.
    func write(dynamic value: Any) throws {
        // A number is never a date here, even if the field declares a date format.
        let declaredDates = fieldDates
        fieldDates = nil
        defer { fieldDates = declaredDates }
        if let value = value as? any Importable { return try write(value) }
        try write(value, as: kinds.kind(of: type(of: value)))
    }

    /// Writes a value of a type that does not conform to ``Importable``, in a form that an import accepts.
    private func write(_ value: Any, as kind: AnyValueKind) throws {
        switch kind {
        case .string, .otherString: try put(.string(AnyValueKind.text(of: value)))
        case .number: try put(ExportedScalar(AnyValueKind.value(value, as: NSNumber.self)))
        case .decimal: try put(.decimal(value as? Decimal ?? .nan))
        case .bool: try put(.bool(value as? Bool ?? false))
        case .int, .otherInteger, .double, .float: try put(AnyValueKind.number(of: value))
        case .array, .otherArray:
            try array {
                for (index, value) in AnyValueKind.elements(of: value).enumerated() {
                    try element(index) { try write(dynamic: value) }
                }
            }
        case .object, .otherObject:
            guard let members = AnyValueKind.members(of: value) else {
                throw ImportError.invalidKeys(of: "\(type(of: value))")
            }
            try object {
                for (key, value) in members { try member(key) { try write(dynamic: value) } }
            }
        case .null: try put(.null)
        case .nonJSON: throw ImportError.notExportable("\(type(of: value))")
        case .wrapper:
            guard let content = AnyValueKind.unwrapped(value) else { return try put(.null) }
            try write(dynamic: content)
        }
    }

    func write<Value: Importable>(_ value: Value) throws {
        try write(value, Value._operations.write)
    }

    func write(_ value: JSONValue) throws {
        switch value {
        case .null: try put(.null)
        case .bool(let bool): try put(.bool(bool))
        case .number(let text): try put(.number(text))
        case .string(let text): try put(.string(text))
        case .array(let elements):
            try array {
                for (index, value) in elements.enumerated() { try element(index) { try write(value) } }
            }
        case .object(let members):
            try object {
                for (key, value) in members { try member(key) { try write(value) } }
            }
        }
    }
}

/// A receiver of the parts of an exported value, such as a writer of text, of dictionaries, or of the columns of a row.
package protocol ExportTarget: AnyObject {
    /// Puts a scalar that JSON can represent.
    func put(_ scalar: ExportedScalar) throws(ImportError)

    func put(_ text: String) throws(ImportError)

    // JSON represents these types as strings or numbers. Other targets may have a form of their own for them.

    /// Puts a date. Targets without a form of their own write it as `dates` says.
    func put(_ date: Date, as dates: DateStrategy) throws
    func put(_ data: Data) throws(ImportError)
    func put(_ id: UUID) throws(ImportError)
    func put(_ number: Float) throws(ImportError)

    /// Puts a value by its JSON text, which is valid. Returns `false` if the target has no text; the value must then be put
    /// part by part.
    func put(json text: [UInt8]) -> Bool

    /// Begins an array, followed by its elements, or an object, followed by keys and values in turn.
    func start(isObject: Bool) throws(ImportError)
    func key(_ key: String) throws(ImportError)
    func end(isObject: Bool) throws(ImportError)
}

extension ExportTarget {
    package func put(_ text: String) throws(ImportError) { try put(.string(text)) }

    package func put(_ date: Date, as dates: DateStrategy) throws {
        try put(dates.exported(date).validated())
    }
    package func put(_ data: Data) throws(ImportError) { try put(.string(data.base64EncodedString())) }
    package func put(_ id: UUID) throws(ImportError) { try put(.string(id.uuidString)) }

    package func put(json text: [UInt8]) -> Bool { false }

    package func put(_ number: Float) throws(ImportError) {
        try put(number.exported(dates: .automatic).validated())
    }
}

/// The errors of exports.
extension ImportError {
    /// Returns the error with a component of an enclosing value at the beginning of the error's path. Without a
    /// component, an error that has no path gets the path of the root.
    package func inside(_ component: JSONPath.Component? = nil) -> ImportError {
        // An I/O error is not about a value.
        guard category != .io else { return self }
        let path = JSONPath((component.map { [$0] } ?? []) + (path?.components ?? []))
        return ImportError(
            code, message, advice: advice, input: input, path: path, record: record, location: location,
            cause: cause)
    }

    // MARK: - Values

    static func invalidNumber(_ text: String) -> ImportError {
        ImportError(.numberOutOfRange, "expected a JSON number, found \(text)")
    }

    package static func unwritableDate(_ found: String, expected: String) -> ImportError {
        ImportError(.invalidValue, "expected \(expected), found \(found)")
    }

    // MARK: - Types

    static func notExportable(_ type: String) -> ImportError {
        ImportError(
            .typeMismatch, "\(type) cannot be exported",
            advice:
                "implement exported(dates:) if it is a scalar, or mark it with @Importable if it is a model")
    }

    static func keyNotExportable(_ type: String) -> ImportError {
        ImportError(
            .typeMismatch, "dictionary keys of type \(type) cannot be exported",
            advice: "implement exportKey()")
    }
}
