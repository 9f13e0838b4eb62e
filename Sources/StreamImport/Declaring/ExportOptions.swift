/// The policies and limits of an export.
///
/// The name of a limit ends with its unit.
public struct ExportOptions: Sendable {
    /// The framing of the records in the text. ``ExportFormat/array`` by default.
    public var format: ExportFormat = .array

    /// The policy for the keys that values are written under. ``ExportKeyPolicy/declared`` by default.
    public var keys: ExportKeyPolicy = .declared

    /// The policy for properties that are `nil`. They are omitted by default.
    public var nils: NilPolicy = .omit

    /// The format of dates in fields that do not declare one. ``DateStrategy/automatic`` by default, which writes ISO
    /// 8601 in UTC, with as many fractional digits as the date needs.
    public var dates: DateStrategy = .automatic

    /// Whether each member and each element of an array is on a line of its own, indented by four spaces per level.
    /// `false` by default. The option has no effect on ``ExportFormat/lines`` and on dictionaries.
    public var isIndented = false

    /// The maximum nesting depth of arrays and objects, including the array around the records. 512 by default. A
    /// deeper value fails with ``ImportError/Code/tooDeep``.
    ///
    /// Each level takes some of the thread's stack. A stack of 512 KB, which threads other than the main thread have
    /// on Apple's systems, has room for more than 500 levels in a release build, but for about 120 in a debug build.
    /// Set a lower limit there if values may be nested that deep.
    public var maximumDepth = 512

    /// The maximum number of elements of an array that is written only because the path of a field leads into it:
    /// `photos[3].url` takes four elements, of which three are null. 1,000 by default. A field whose path takes more is
    /// written under another of its keys; without one, the export fails with ``ImportError/Code/invalidPlan``.
    public var maximumPathElements = 1_000

    /// The number of bytes of text that are buffered before they are written. 64 KiB by default; from 1 byte to 1
    /// GiB. A record is never split: a longer one is buffered to its end.
    public var bufferBytes = 64 << 10

    /// The mappings that ``map(_:to:of:)`` has added.
    var keyMappings: [KeyMapping] = []

    /// The functions that ``transform(_:_:)`` has set, by the type of the property.
    var transforms: [ObjectIdentifier: @Sendable (Any) throws -> Any?] = [:]

    /// Whether the output is for a decoder that knows only the names of the properties. If `true`, these names are the
    /// keys, and all dates have the format of ``dates``; keys and formats that fields declare have no effect.
    var isForDecoders = false

    /// Creates the default options.
    public init() {}

    /// Checks that the limits are in their ranges.
    ///
    /// - Throws: ``ImportError/Code/invalidOption``.
    func validate() throws(ImportError) {
        guard Self.bufferByteRange.contains(bufferBytes) else {
            throw .invalidOption("bufferBytes", "\(bufferBytes)", expected: Self.bufferByteRange)
        }
    }

    private static let bufferByteRange = 1...(1 << 30)

    /// The options for a `JSONDecoder` that reads dates as milliseconds since 1970, and has default strategies
    /// otherwise.
    package static var forDecoders: ExportOptions {
        var options = ExportOptions()
        options.isForDecoders = true
        options.dates = .unixMilliseconds
        return options
    }

    /// Replaces the values of all properties of a type in the output: the reverse of ``ImportOptions/transform(_:_:)``.
    ///
    ///     options.transform(Color.self) { $0.name }
    ///
    /// - Parameters:
    ///   - type: the type of the properties, without an optional. The function is called for properties that are not
    ///     `nil`, and not for elements of arrays and dictionaries.
    ///   - write: returns the value to write instead, such as one that a ``DynamicValue`` can contain, or `nil` to
    ///     write the original value. An error that it throws ends the export.
    public mutating func transform<Value: Importable>(
        _ type: Value.Type, _ write: @escaping @Sendable (Value) throws -> Any?
    ) {
        transforms[ObjectIdentifier(type)] = { try ($0 as? Value).flatMap(write) }
        transforms[ObjectIdentifier(Value?.self)] = { try ($0 as? Value).flatMap(write) }
    }

    /// Writes a property under another key in this export, so that an import with the same mapping reads it.
    ///
    /// - Parameters:
    ///   - key: a key or a path, as in ``ImportOptions/map(_:to:of:)``. If several keys are mapped to one property, the export
    ///     uses the first.
    ///   - property: the name of the property.
    ///   - model: the type that has the property, wherever the type occurs; `nil` for every type that has such a
    ///     property. If the given type has none, the export fails with ``ImportError/Code/unknownProperty``.
    public mutating func map(_ key: String, to property: String, of model: (any Importable.Type)? = nil) {
        keyMappings.append(KeyMapping(key: key, property: property, model: model))
    }

    /// The options of an import that reads the output, as far as they determine its keys.
    var importOptions: ImportOptions {
        var options = ImportOptions()
        options.keyMappings = keyMappings
        return options
    }
}

/// The framing of records in exported text.
public enum ExportFormat: Sendable, CaseIterable {
    /// One JSON array that contains the records.
    case array
    /// NDJSON: each record is on a line of its own.
    case lines
}

/// The policy for the keys that values are written under.
public enum ExportKeyPolicy: Sendable, CaseIterable {
    /// Values are written under the first of the keys and paths that the field declares, or else under the property's
    /// name.
    case declared
    /// Values are written under the names of the properties.
    case properties
}

/// The policy for properties that are `nil`.
///
/// The policy applies to optional properties without a default. Any other `nil`, such as that of a property with a
/// default or of an element of an array, is always written as null.
public enum NilPolicy: Sendable, CaseIterable {
    /// The property is omitted.
    case omit
    /// The property is written as null.
    case write
}
