public import Foundation

extension Importable {
    /// Returns the model as a dictionary that an import can read: with the keys that an import expects, and values of
    /// types that `JSONSerialization` accepts.
    ///
    /// The values are `String`, `Bool`, `Int`, `UInt64`, `Double`, `Decimal`, `NSNull`, `[Any]` and `[String: Any]`.
    /// Dates are strings or numbers, as in JSON text.
    ///
    /// - Parameter options: the policies; those of the type by default. Options for text have no effect.
    /// - Throws: ``ImportError`` with the path of a value that JSON cannot represent, and for every type that is not
    ///   made from an object.
    public func dictionary(options: ExportOptions = Self.exportOptions) throws(ImportError) -> [String: Any] {
        try DictionaryExport(options).dictionary(of: self)
    }
}

extension Sequence where Element: Importable {
    /// Returns the models as dictionaries; see ``Importable/dictionary(options:)``.
    ///
    /// - Throws: ``ImportError`` with the number of the record and the path of the value.
    public func dictionaries(options: ExportOptions = Element.exportOptions) throws(ImportError)
        -> [[String: Any]]
    {
        let export = try DictionaryExport(options)
        var dictionaries: [[String: Any]] = []
        for model in self {
            do {
                dictionaries.append(try export.dictionary(of: model))
            } catch {
                throw error.inside(.index(dictionaries.count)).with(record: dictionaries.count + 1)
            }
        }
        return dictionaries
    }
}

/// The conversion of models to dictionaries.
private struct DictionaryExport {
    private let target = DictionaryTarget()
    private let output: ModelOutput

    init(_ options: ExportOptions) throws(ImportError) {
        output = try ModelOutput(to: target, options: options)
    }

    func dictionary(of model: some Importable) throws(ImportError) -> [String: Any] {
        do {
            try output.write(model)
        } catch {
            throw ImportError.rejectedByModel(error).inside()
        }
        guard let dictionary = target.value as? [String: Any] else {
            throw .notAnObject("\(type(of: model))")
        }
        return dictionary
    }
}

extension Importable {
    /// Returns the model as JSON text in UTF-8 that an import can read: one object, or whichever value the type is made
    /// from.
    ///
    ///     let data = try repo.jsonData()
    ///
    /// - Parameter options: the policies and limits. ``ExportOptions/format`` has no effect on one value.
    /// - Throws: ``ImportError`` with the path of a value that JSON cannot represent.
    /// - Complexity: O(*n*), where *n* is the length of the text.
    public func jsonData(options: ExportOptions = Self.exportOptions) throws(ImportError) -> Data {
        // SAFETY: the bytes are valid for the call, and are copied.
        unsafe try TextExport.text(of: self, options) { unsafe Data($0) }
    }

    /// Returns the model as JSON text; see ``jsonData(options:)``.
    public func jsonString(options: ExportOptions = Self.exportOptions) throws(ImportError) -> String {
        // SAFETY: the bytes are valid for the call, and are copied.
        unsafe try TextExport.text(of: self, options) { unsafe String(decoding: $0, as: UTF8.self) }
    }
}

/// An export of models to text, one model at a time.
final class TextExport {
    private let buffer = OutputBuffer()
    private let target: TextTarget
    private let output: ModelOutput
    private let isIndented: Bool

    private init(_ options: ExportOptions) throws(ImportError) {
        isIndented = options.isIndented
        target = TextTarget(buffer: buffer, isIndented: isIndented)
        output = try ModelOutput(to: target, options: options)
    }

    /// Returns the text of a model.
    ///
    /// - Parameter copy: copies the text, whose bytes are valid for the call.
    static func text<Text>(
        of model: some Importable, _ options: ExportOptions, copy: (UnsafeRawBufferPointer) -> Text
    ) throws(ImportError) -> Text {
        let export = try take(options)
        do {
            try export.output.write(model)
        } catch {
            throw ImportError.rejectedByModel(error).inside()
        }
        defer { export.recycle(options) }
        // SAFETY: the bytes are valid until `recycle` discards them, after the copy.
        return unsafe copy(export.text)
    }

    /// The text that was written, without the line feed that ends indented text.
    private var text: UnsafeRawBufferPointer {
        // SAFETY: the bytes are valid until the buffer changes; the caller copies them before that.
        let bytes = unsafe buffer.bytes
        return unsafe isIndented ? UnsafeRawBufferPointer(rebasing: bytes.dropLast()) : bytes
    }
}

/// Exports with the default options are reused, so that the keys of a type are resolved once.
extension TextExport {
    /// The maximum number of idle exports: an estimate of how many threads export at once.
    private static let maximumIdleCount = 16
    /// The maximum length of a text in the buffer of an idle export, in bytes. A longer one would retain its memory.
    private static let maximumRetainedBytes = 16 << 10
    // SAFETY: an idle export is not used until a thread takes it, and then by that thread only.
    private static let idle = Locked<[UnsafeTransfer<TextExport>]>([])

    private static func take(_ options: ExportOptions) throws(ImportError) -> TextExport {
        guard options.producesDefaultText, let export = idle.withLock({ $0.popLast() })?.value else {
            return try TextExport(options)
        }
        return export
    }

    private func recycle(_ options: ExportOptions) {
        guard options.producesDefaultText, buffer.count <= Self.maximumRetainedBytes else { return }
        buffer.discardRecord()
        target.reset()
        Self.idle.withLock { if $0.count < Self.maximumIdleCount { $0.append(UnsafeTransfer(self)) } }
    }
}

extension ExportOptions {
    private static let defaults = ExportOptions()

    /// Whether the options write a single value as the default options do.
    fileprivate var producesDefaultText: Bool {
        keyMappings.isEmpty && transforms.isEmpty && !isIndented && !isForDecoders
            && keys == Self.defaults.keys
            && nils == Self.defaults.nils && dates === Self.defaults.dates
            && maximumDepth == Self.defaults.maximumDepth
            && maximumPathElements == Self.defaults.maximumPathElements
    }
}

/// A target that makes Foundation arrays and dictionaries.
final class DictionaryTarget: ExportTarget {
    /// The complete value; `nil` until its last part was put.
    private(set) var value: Any?
    private var openContainers: [Container] = []

    private struct Container {
        var elements: [Any] = []
        var members: [String: Any] = [:]
        /// The key of the next member.
        var key: String?
    }

    func put(_ scalar: ExportedScalar) throws(ImportError) {
        switch scalar {
        case .null: add(NSNull())
        case .bool(let value): add(value)
        case .string(let text): add(text)
        case .integer(let number): add(number)
        case .unsigned(let number): add(Int(exactly: number) ?? number)
        case .double(let number): add(number)
        case .decimal(let number): add(number)
        case .number(let text): add(try Self.number(text))
        }
    }

    func key(_ key: String) { openContainers[openContainers.count - 1].key = key }

    func start(isObject: Bool) { openContainers.append(Container()) }

    func end(isObject: Bool) {
        let container = openContainers.removeLast()
        add(isObject ? container.members : container.elements)
    }

    private func add(_ value: Any) {
        guard let last = openContainers.indices.last else {
            self.value = value
            return
        }
        guard let key = openContainers[last].key else { return openContainers[last].elements.append(value) }
        openContainers[last].members[key] = value
        openContainers[last].key = nil
    }

    /// Returns the number in the text, with all its digits.
    private static func number(_ text: String) throws(ImportError) -> Any {
        guard let number = text.withUTF8Span({ NumericValue(exactly: $0) }).number else {
            throw .unrepresentableNumber(text)
        }
        return number
    }
}
