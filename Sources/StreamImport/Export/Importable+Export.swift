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
        let target = DictionaryTarget()
        return try target.dictionary(of: self, by: ModelOutput(to: target, options: options))
    }
}

extension Sequence where Element: Importable {
    /// Returns the models as dictionaries; see ``Importable/dictionary(options:)``.
    ///
    /// - Throws: ``ImportError`` with the number of the record and the path of the value.
    public func dictionaries(options: ExportOptions = Element.exportOptions) throws(ImportError)
        -> [[String: Any]]
    {
        let target = DictionaryTarget()
        let output = try ModelOutput(to: target, options: options)
        var dictionaries: [[String: Any]] = []
        for model in self {
            do {
                dictionaries.append(try target.dictionary(of: model, by: output))
            } catch {
                throw error.inside(.index(dictionaries.count)).with(record: dictionaries.count + 1)
            }
        }
        return dictionaries
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
        try ModelOutput.text(of: self, options) { Data(copying: $0) }
    }

    /// Returns the model as JSON text; see ``jsonData(options:)``.
    public func jsonString(options: ExportOptions = Self.exportOptions) throws(ImportError) -> String {
        try ModelOutput.text(of: self, options) { String(repairing: $0) }
    }
}

/// Exports to text, one model at a time. Those with the default options are reused, so that the keys of a type are resolved once.
extension ModelOutput {
    /// The maximum number of idle outputs: an estimate of how many threads export at once.
    private static let maximumIdleCount = 16
    /// The maximum length of a text in the memory of an idle output, in bytes. A longer one would retain its memory.
    private static let maximumRetainedBytes = 16 << 10
    // SAFETY: an idle output is not used until a thread takes it, and then by that thread only.
    private static let idle = Locked<[UnsafeTransfer<(ModelOutput, TextTarget)>]>([])

    /// Returns the text of a model.
    ///
    /// - Parameter copy: copies the text.
    fileprivate static func text<Text>(
        of model: some Importable, _ options: ExportOptions, copy: (Span<UInt8>) -> Text
    ) throws(ImportError) -> Text {
        let isReusable = options.producesDefaultText
        var idle = isReusable ? idle.withLock { $0.popLast() }?.value : nil
        if idle == nil {
            let target = TextTarget(isIndented: options.isIndented)
            idle = (try ModelOutput(to: target, options: options), target)
        }
        guard let (output, target) = idle else { preconditionFailure("no output was made") }
        do {
            try output.write(model)
        } catch {
            throw ImportError.rejectedByModel(error).inside()
        }
        // A line feed ends indented text.
        let text = target.withBytes { copy(options.isIndented ? $0.extracting(droppingLast: 1) : $0) }
        if isReusable, target.count <= maximumRetainedBytes {
            target.discardRecord()
            target.reset()
            Self.idle.withLock {
                if $0.count < maximumIdleCount { $0.append(UnsafeTransfer((output, target))) }
            }
        }
        return text
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
    /// The open arrays and objects, innermost last, and the key of the next member of each object.
    private var openContainers: [(elements: [Any], members: [String: Any], key: String?)] = []

    /// Returns the dictionary that an output to this target makes of a model.
    fileprivate func dictionary(
        of model: some Importable, by output: ModelOutput
    ) throws(ImportError) -> [String: Any] {
        do {
            try output.write(model)
        } catch {
            throw ImportError.rejectedByModel(error).inside()
        }
        guard let dictionary = value as? [String: Any] else {
            throw ImportError(
                .typeMismatch, "expected a type that is exported as an object, found \(type(of: model))")
        }
        return dictionary
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

    func start(isObject: Bool) { openContainers.append(([], [:], nil)) }

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
            throw ImportError(
                .numberOutOfRange, "expected a number that Double or Decimal can hold, found \(text)")
        }
        return number
    }
}
