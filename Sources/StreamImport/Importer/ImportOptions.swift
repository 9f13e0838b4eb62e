/// Every policy and limit of an import.
///
/// Limits are in the unit their name ends with.
public struct ImportOptions: Sendable {
    /// How the text is divided into records. Chosen from the text by default.
    public var format: ImportFormat = .automatic

    /// Which keys mean a property by its name. ``KeyPolicy/flexible`` by default.
    public var keys: KeyPolicy = .flexible

    /// How dates are written where a field does not say so itself. ``DateStrategy/automatic`` by default.
    public var dates: DateStrategy = .automatic

    /// Which scalars of another kind become a value. ``CoercionPolicy/lossless`` by default.
    public var coercion: CoercionPolicy = .lossless

    /// What becomes of a value that does not fit its property. The record is rejected by default.
    public var mismatch: MismatchPolicy = .reject

    /// What null does to a property that need not have a value. It becomes `nil`, or what it has by default, by
    /// default.
    public var nulls: NullPolicy = .reset

    /// What becomes of an object inside of an instance that is updated. It is replaced by default.
    public var nested: NestedPolicy = .replace

    /// How true and false are spelled in a `String` property. In words by default.
    public var bools: BoolSpelling = .words

    /// The models that objects become where a model has a dynamic property, such as `[String: Any]`, by the key
    /// under which they are: `options.types["author"] = Author.self`. None by default.
    public var types: [String: any Importable.Type] = [:]

    /// What becomes of a key that comes twice in one object. The last one wins by default.
    public var duplicateKeys: DuplicateKeyPolicy = .last

    /// What becomes of a key that no field has. It is ignored by default.
    public var unknownKeys: UnknownKeyPolicy = .ignore

    /// What becomes of a `\u` escape that is half of a surrogate pair. It is an error by default.
    public var unpairedSurrogates: SurrogatePolicy = .reject

    /// What becomes of the import when a record is wrong. It fails by default.
    public var onError: ErrorPolicy = .fail

    /// Whether a ``RejectedRecord`` keeps the record's own text. It does not by default; if it does, the memory
    /// an import takes grows to the size of the largest record.
    public var keepsRejectedText = false

    /// How many arrays and objects may be nested. 512 by default; more are ``ImportError/Code/tooDeep``.
    public var maximumDepth = 512

    /// The longest string or number, in bytes as it stands in the text. 64 MiB by default, and never less than
    /// ``chunkBytes``; a longer one is ``ImportError/Code/tokenTooLong``.
    public var maximumTokenBytes = 64 << 20

    /// How much is read at a time, in bytes. 256 KiB by default.
    public var chunkBytes = 256 << 10

    /// How often ``onProgress`` is called at most, in seconds. 0.1 by default.
    public var progressInterval = 0.1

    /// Called while the import runs and at its end, on the thread that parses. `nil` by default.
    public var onProgress: (@Sendable (ImportProgress) -> Void)?

    /// Called with each record that is left out under ``ErrorPolicy/skip(limit:)`` and ``ErrorPolicy/collect(limit:)``,
    /// on the thread that parses: the way to keep them all in little memory. What it throws ends the import and is
    /// rethrown. `nil` by default.
    public var onRejected: (@Sendable (RejectedRecord) throws -> Void)?

    /// What ``map(_:to:of:)`` and ``ignore(_:of:)`` were told.
    var keyMappings: [KeyMapping] = []

    /// What ``transform(_:_:)`` was told, by the type of the property.
    var transforms: [ObjectIdentifier: @Sendable (Any) throws -> Any] = [:]

    /// What ``unique(_:existing:)`` and ``unique(_:)`` were told, by the type of the model.
    var finders: [ObjectIdentifier: ExistingInstances] = [:]

    /// The defaults.
    public init() {}
}

/// How a text is divided into records.
public enum ImportFormat: Sendable, CaseIterable {
    /// An array if the text begins with `[`. Else lines if the first line is one value, else a sequence.
    case automatic
    /// One JSON text: each element of an array is a record, any other value is the only record.
    case json
    /// NDJSON: each line is one value, or blank. A line with a fault does not end the import; see
    /// ``ImportOptions/onError``.
    case lines
    /// Values one after another, with white space or a bracket in between.
    case sequence
}

/// Which keys mean a property by its name. Keys that a field declares itself are always compared exactly.
public enum KeyPolicy: Sendable, CaseIterable {
    /// Case does not count, nor do `_`, `-` and spaces: `full_name`, `FULL-NAME` and `Full Name` mean `fullName`.
    /// Where an object has several spellings of a name, the exact one wins.
    case flexible
    /// Keys are compared byte by byte.
    case exact
}

/// What becomes of a value that does not fit its property.
public enum MismatchPolicy: Sendable, CaseIterable {
    /// The record is rejected.
    case reject
    /// A property that is optional or has a default keeps that, and the mismatch is listed in
    /// ``ImportSummary/mismatches``. A required property hands it on to the property around its object; where
    /// there is none that can do without, the record is rejected.
    case keep
}

/// What null does to a property that is optional or has a default.
public enum NullPolicy: Sendable, CaseIterable {
    /// An optional property becomes `nil`, another one what it has by default.
    case reset
    /// The property keeps what it has: in an update its old value, else `nil` or its default. In an update that goes
    /// for required properties, too.
    case keep
    /// An optional property becomes `nil`. To one with a default the value does not fit:
    /// ``ImportError/Code/typeMismatch``, or what ``ImportOptions/mismatch`` says.
    case reject
}

/// What becomes of an object inside of an instance that is updated.
public enum NestedPolicy: Sendable, CaseIterable {
    /// A new instance takes the place of the old one.
    case replace
    /// The old instance is updated in its place, and so are those inside of it, to any depth. Arrays and
    /// dictionaries are replaced.
    case merge
    /// As ``merge``, and in arrays the element that was at the same place is updated. The array gets as many
    /// elements as were read.
    case mergeElements
}

/// How true and false are spelled in a `String` property.
public enum BoolSpelling: UInt8, Sendable, CaseIterable {
    /// `true` and `false`.
    case words
    /// `1` and `0`.
    case digits
}

/// Which scalars of another kind become a value. No policy changes a value silently.
///
/// | from → to | strict | lossless | permissive |
/// | --- | --- | --- | --- |
/// | string → number | error | exactly one JSON number | also spaces around it, `+`, grouping commas |
/// | number → `String` | error | the number's own text | the number's own text |
/// | bool → number, `String` | error | 1 and 0, `"true"` and `"false"` | the same |
/// | number → `Bool` | error | 0 and 1 only | zero is false, all else true |
/// | string → `Bool` | error | true, false, 1, 0 in any case | spaces, sign and zeros are skipped; what then begins with Y, y, T, t or 1 to 9 is true, all else false |
/// | one value → an array of such | error | error | an array of one |
public enum CoercionPolicy: UInt8, Sendable, CaseIterable {
    /// A value is made from its own kind of JSON only.
    case strict
    /// A value is also made from what says exactly the same in another kind of JSON.
    case lossless
    /// A value is also made from what a person would take for it.
    case permissive
}

/// What becomes of a key that comes twice in one object.
public enum DuplicateKeyPolicy: Sendable, CaseIterable {
    /// The last value wins.
    case last
    /// The first value wins.
    case first
    /// The record is rejected, with ``ImportError/Code/duplicateKey``.
    case reject
}

/// What becomes of a key that no field has.
public enum UnknownKeyPolicy: Sendable, CaseIterable {
    /// Nothing.
    case ignore
    /// It is listed in ``ImportSummary/unknownKeys``, once for each type and key.
    case report
    /// The record is rejected, with ``ImportError/Code/unknownKey``.
    case reject
}

/// What becomes of a `\u` escape that is half of a surrogate pair, and so no character.
public enum SurrogatePolicy: Sendable, CaseIterable {
    /// The record is rejected, with ``ImportError/Code/unpairedSurrogate``.
    case reject
    /// U+FFFD takes its place.
    case replace
}

/// What becomes of the import when a record is wrong.
///
/// Wrong is a record whose data does not fit the model; in ``ImportFormat/lines`` also one that is not JSON.
/// Other faults of syntax, and all of reading, end every import. One wrong record more than a limit ends it with
/// ``ImportError/Code/tooManyRejected``.
public enum ErrorPolicy: Sendable, Equatable {
    /// The first error ends the import.
    case fail
    /// Wrong records are left out and counted. There is no limit by default.
    case skip(limit: Int = .max)
    /// Wrong records are left out and listed in ``ImportSummary/rejected``. The limit is 1000 by default.
    case collect(limit: Int = 1000)
}
