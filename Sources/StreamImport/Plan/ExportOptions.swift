/// Every policy and limit of an export.
///
/// Limits are in the unit their name ends with.
public struct ExportOptions: Sendable {
    /// How records follow each other in the text. ``ExportFormat/array`` by default.
    public var format: ExportFormat = .array

    /// Under which keys values are written. ``ExportKeyPolicy/declared`` by default.
    public var keys: ExportKeyPolicy = .declared

    /// What becomes of a property that is nil. It is left out by default.
    public var nils: NilPolicy = .omit

    /// How dates are written where a field does not say so itself. ``DateStrategy/automatic`` by default, which
    /// writes ISO 8601 in UTC, with as many digits of a fraction as the date needs.
    public var dates: DateStrategy = .automatic

    /// Whether each member and each element of an array is in a line of its own, indented by four spaces a level.
    /// It is not by default; with ``ExportFormat/lines``, and in dictionaries, this means nothing.
    public var isIndented = false

    /// How many arrays and objects may be nested, the array around the records included. 512 by default; more are
    /// ``ImportError/Code/tooDeep``.
    ///
    /// Each level takes some of the thread's stack. One of 512 KB, as threads that are not the main one have on Apple's
    /// systems, has room for more than 500 levels in a release build, but for about 120 in a debug build: allow fewer
    /// there if values may be nested that deep.
    public var maximumDepth = 512

    /// How many elements an array may have that is written only because the path of a field leads into it: `photos[3].url`
    /// takes four, of which three are null. 1,000 by default; a field whose path takes more is written under another of its
    /// keys.
    public var maximumPathElements = 1_000

    /// How much text is gathered before it is written, in bytes. 64 KiB by default; from 1 byte to 1 GiB. A record is written whole: one
    /// that is longer is gathered to its end.
    public var bufferBytes = 64 << 10

    /// What ``map(_:to:of:)`` was told.
    var keyMappings: [KeyMapping] = []

    /// What ``transform(_:_:)`` was told, by the type of the property.
    var transforms: [ObjectIdentifier: @Sendable (Any) throws -> Any?] = [:]

    /// Whether what is written is for a decoder that knows the properties alone: they are the keys, whatever these
    /// mean to an import, and dates are written as `dates` says, whatever a field says.
    var isForDecoders = false

    /// The defaults.
    public init() {}

    /// Checks that records can be written with these limits.
    func validate() throws(ImportError) {
        guard Self.bufferByteRange.contains(bufferBytes) else {
            throw .invalidOption("bufferBytes", "\(bufferBytes)", expected: Self.bufferByteRange)
        }
    }

    private static let bufferByteRange = 1...(1 << 30)

    /// Writes what a `JSONDecoder` reads that takes dates for milliseconds since 1970, and other values by default.
    package static var forDecoders: ExportOptions {
        var options = ExportOptions()
        options.isForDecoders = true
        options.dates = .unixMilliseconds
        return options
    }

    /// Writes something else for the values of each property of a type: the reverse of
    /// ``ImportOptions/transform(_:_:)``.
    ///
    ///     options.transform(Color.self) { $0.name }
    ///
    /// - Parameters:
    ///   - type: the type of the properties, without an optional. It holds for properties that are not nil, not for
    ///     elements of arrays and dictionaries.
    ///   - write: makes of a value one that is written instead, such as ``DynamicValue`` has; `nil` to write the value
    ///     itself. What it throws ends the export.
    public mutating func transform<Value: Importable>(
        _ type: Value.Type, _ write: @escaping @Sendable (Value) throws -> Any?
    ) {
        transforms[ObjectIdentifier(type)] = { try ($0 as? Value).flatMap(write) }
        transforms[ObjectIdentifier(Value?.self)] = { try ($0 as? Value).flatMap(write) }
    }

    /// Writes a property under another key for this export, so that an import with the same mapping reads it.
    ///
    /// - Parameters:
    ///   - key: a key, or a path such as `license.spdx_id` or `photos[0].url`. What is no well-formed path is just
    ///     a key. Of two that are mapped to one property the first counts.
    ///   - property: the name of the property.
    ///   - model: the type whose property it is, wherever that type occurs. With `nil` every type that has such a
    ///     property; with a type that has none, the export fails with ``ImportError/Code/unknownProperty``.
    public mutating func map(_ key: String, to property: String, of model: (any Importable.Type)? = nil) {
        keyMappings.append(KeyMapping(key: key, property: property, model: model))
    }

    /// The options of an import that reads what is written.
    var importOptions: ImportOptions {
        var options = ImportOptions()
        options.keyMappings = keyMappings
        return options
    }
}

/// How records follow each other in a text.
public enum ExportFormat: Sendable, CaseIterable {
    /// One JSON array, whose elements the records are.
    case array
    /// NDJSON: each record is a line.
    case lines
}

/// Under which keys values are written.
public enum ExportKeyPolicy: Sendable, CaseIterable {
    /// Under the first of the keys and paths that the field declares, else under the name of the property.
    case declared
    /// Under the names of the properties.
    case properties
}

/// What becomes of a property that is nil.
///
/// What is nil for another reason than that its key may be missing, such as a property with a default or an element
/// of an array, is always written as null.
public enum NilPolicy: Sendable, CaseIterable {
    /// It is left out.
    case omit
    /// It is written as null.
    case write
}
