@_exported public import JSONRecords

/// Every policy and limit of an import.
///
/// Limits are in the unit their name ends with.
public struct ImportOptions: Sendable {
    /// How the text is divided into records. Chosen from the text by default.
    public var format: ImportFormat {
        get { readOptions.format }
        set { readOptions.format = newValue }
    }

    /// Which keys mean a property by its name. ``KeyMatching/flexible`` by default.
    public var keyMatching: KeyMatching = .flexible

    /// How dates are written where a field does not say so itself. ``DateStrategy/automatic`` by default.
    public var dates: DateStrategy = .automatic

    /// Which scalars of another kind become a value. ``CoercionPolicy/lossless`` by default.
    public var coercion: CoercionPolicy = .lossless

    /// What becomes of a value that does not fit its property. The record is rejected by default.
    public var mismatches: MismatchPolicy = .rejectRecord

    /// What null does to a property that need not have a value. It becomes `nil`, or what it has by default, by
    /// default.
    public var nulls: NullPolicy = .reset

    /// What becomes of an object inside an instance that is updated. It is replaced by default.
    public var nestedObjects: NestedObjectPolicy = .replace

    /// How true and false are spelled in a `String` property. In words by default.
    public var boolSpelling: BoolSpelling = .words

    /// The models that objects become where a model has a dynamic property, such as `[String: Any]`, by the key
    /// under which they are, at any depth: `options.dynamicModels["author"] = Author.self`. None by default.
    public var dynamicModels: [String: any Importable.Type] = [:]

    /// What becomes of a key that comes twice in one object. The last one wins by default.
    public var duplicateKeys: DuplicateKeyPolicy = .last

    /// What becomes of a key that no field has. It is ignored by default.
    public var unknownKeys: UnknownKeyPolicy = .ignore

    /// What becomes of a `\u` escape that is half of a surrogate pair. It is an error by default.
    public var unpairedSurrogates: SurrogatePolicy {
        get { readOptions.unpairedSurrogates }
        set { readOptions.unpairedSurrogates = newValue }
    }

    /// What becomes of the import when a record is wrong. It fails by default.
    public var errorPolicy: ErrorPolicy {
        get { readOptions.errorPolicy }
        set { readOptions.errorPolicy = newValue }
    }

    /// Whether a ``RejectedRecord`` keeps the record's own text. It does not by default; if it does, the memory
    /// an import takes grows to the size of the largest record.
    public var keepsRejectedText: Bool {
        get { readOptions.keepsRejectedText }
        set { readOptions.keepsRejectedText = newValue }
    }

    /// How many arrays and objects may be nested. 512 by default; more are ``ImportError/Code/tooDeep``.
    ///
    /// The import itself takes no stack for nested values. A value that holds itself, such as ``JSONValue``, is deinitialized,
    /// compared and printed recursively, by the thread that does so: allow 1 KiB of its stack for each level. On Apple's
    /// systems the threads of tasks have 512 KiB; the thread of an asynchronous iteration, which deinitializes rejected
    /// records, has 8 MiB.
    public var maximumDepth: Int {
        get { readOptions.maximumDepth }
        set { readOptions.maximumDepth = newValue }
    }

    /// The longest string or number, in bytes as it stands in the text. 64 MiB by default, and never less than
    /// ``chunkBytes``; a longer one is ``ImportError/Code/tokenTooLong``.
    public var maximumTokenBytes: Int {
        get { readOptions.maximumTokenBytes }
        set { readOptions.maximumTokenBytes = newValue }
    }

    /// How much is read at a time, in bytes. 256 KiB by default; from 1 byte to 1 GiB.
    public var chunkBytes: Int {
        get { readOptions.chunkBytes }
        set { readOptions.chunkBytes = newValue }
    }

    /// How many values that were left out ``ImportSummary/mismatches`` lists at most. 1,000 by default.
    public var maximumListedMismatches = 1_000

    /// How many keys ``ImportSummary/unknownKeys`` lists at most. 1,000 by default.
    public var maximumListedUnknownKeys = 1_000

    /// How many spellings of keys are remembered for each type, beside those that it declares. 1,000 by default; others
    /// take longer each time, and no memory.
    public var maximumCachedSpellings = 1_000

    /// How many updates of objects and of maps one record may have undone because another value for the same property
    /// replaces the one that has made them. Updates that came after them count, too, as they are undone and made again.
    /// 1,000,000 by default; a record with more is rejected with ``ImportError/Code/tooManyUndoneUpdates``.
    public var maximumUndoneUpdates = 1_000_000

    /// The shortest time between two calls of ``onProgress`` but the last. 100 milliseconds by default.
    public var progressInterval: Duration {
        get { readOptions.progressInterval }
        set { readOptions.progressInterval = newValue }
    }

    /// Called while the import runs and at its end, on the thread that parses. `nil` by default.
    public var onProgress: (@Sendable (ImportProgress) -> Void)? {
        get { readOptions.onProgress }
        set { readOptions.onProgress = newValue }
    }

    /// Called with each record that is left out under ``ErrorPolicy/skip(limit:)`` and ``ErrorPolicy/collect(limit:)``,
    /// on the thread that parses: the way to keep them all in little memory. What it throws ends the import and is
    /// rethrown. `nil` by default.
    public var onRejected: (@Sendable (RejectedRecord) throws -> Void)? {
        get { readOptions.onRejected }
        set { readOptions.onRejected = newValue }
    }

    /// What holds for any consumer of records.
    var readOptions = ReadOptions()

    /// What ``map(_:to:of:)`` and ``ignore(_:of:)`` were told.
    var keyMappings: [KeyMapping] = []

    /// What ``transform(_:_:)`` was told, by the type of the property.
    var transforms: [ObjectIdentifier: @Sendable (Any) throws -> Any] = [:]

    /// What ``reuseInstances(of:existing:)`` and ``reuseInstances(in:)`` were told, by the type of the model.
    var existingInstances: [ObjectIdentifier: ExistingInstances] = [:]

    /// The defaults.
    public init() {}
}
