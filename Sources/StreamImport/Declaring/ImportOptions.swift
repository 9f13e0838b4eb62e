@_exported public import JSONRecords

/// The policies and limits of an import.
///
/// The name of a limit ends with its unit.
public struct ImportOptions: Sendable {
    /// The framing of the records in the text. It is detected from the text by default.
    public var format: ImportFormat {
        get { readOptions.format }
        set { readOptions.format = newValue }
    }

    /// The notation of values that are wrapped in objects, in whose place the values are imported. `nil`, the default, if no value
    /// is wrapped. Errors in a record with wrapped values have the location of the record.
    public var wrapping: ValueWrapping? {
        get { if case .wrapped(let wrapping) = readOptions.dialect { wrapping } else { nil } }
        set { readOptions.dialect = newValue.map { .wrapped($0) } }
    }

    /// The policy for matching keys with the names of properties. ``KeyMatching/flexible`` by default.
    public var keyMatching: KeyMatching = .flexible

    /// The format of dates in fields that do not declare one. ``DateStrategy/automatic`` by default.
    public var dates: DateStrategy = .automatic

    /// The policy for scalars of another kind than the property. ``CoercionPolicy/lossless`` by default.
    public var coercion: CoercionPolicy = .lossless

    /// The policy for values that do not fit their property. By default such a value rejects the record.
    public var mismatches: MismatchPolicy = .rejectRecord

    /// The policy for null in optional and defaulted properties. By default the property becomes `nil`, or gets its
    /// default.
    public var nulls: NullPolicy = .reset

    /// The policy for objects nested in an instance that is updated. By default they are replaced.
    public var nestedObjects: NestedObjectPolicy = .replace

    /// The spelling of true and false in a `String` property. ``BoolSpelling/words`` by default.
    public var boolSpelling: BoolSpelling = .words

    /// The models that are created from objects in dynamic properties, such as `[String: Any]`, by the key of the
    /// object at any depth: `options.dynamicModels["author"] = Author.self`. Empty by default.
    public var dynamicModels: [String: any Importable.Type] = [:]

    /// The policy for a key that occurs twice in one object. The last value wins by default.
    public var duplicateKeys: DuplicateKeyPolicy = .last

    /// The policy for keys without a field. They are ignored by default.
    public var unknownKeys: UnknownKeyPolicy = .ignore

    /// The policy for a `\u` escape that is half of a surrogate pair. By default it is an error.
    public var unpairedSurrogates: SurrogatePolicy {
        get { readOptions.unpairedSurrogates }
        set { readOptions.unpairedSurrogates = newValue }
    }

    /// Whether the text may be nearly JSON, and what its numbers that are not finite become. `nil` by default: the text must be
    /// JSON.
    ///
    /// ``RelaxedJSON`` lists what is accepted. A value that an import keeps as text is JSON in any case. A part of an input must
    /// be JSON.
    public var relaxedJSON: RelaxedJSON? {
        get { readOptions.relaxedJSON }
        set { readOptions.relaxedJSON = newValue }
    }

    /// The policy for records with errors. By default the first error ends the import.
    public var errorPolicy: ErrorPolicy {
        get { readOptions.errorPolicy }
        set { readOptions.errorPolicy = newValue }
    }

    /// Whether a ``RejectedRecord`` keeps the text of the record. `false` by default. If `true`, the memory of an
    /// import grows to the size of the largest record.
    public var keepsRejectedText: Bool {
        get { readOptions.keepsRejectedText }
        set { readOptions.keepsRejectedText = newValue }
    }

    /// The maximum nesting depth of arrays and objects. 512 by default. A deeper value fails with
    /// ``ImportError/Code/tooDeep``.
    ///
    /// The import itself takes no stack for nested values. To deinitialize, compare or print a recursive value, such as
    /// a ``JSONValue``, a thread needs 1 KiB of its stack for each level. On Apple's systems the threads of tasks have
    /// 512 KiB of stack; the thread of an asynchronous iteration, which deinitializes rejected records, has 8 MiB.
    public var maximumDepth: Int {
        get { readOptions.maximumDepth }
        set { readOptions.maximumDepth = newValue }
    }

    /// The maximum length of a string or number in the text, in bytes. 64 MiB by default, and never less than
    /// ``chunkBytes``. A longer string or number fails with ``ImportError/Code/tokenTooLong``.
    public var maximumTokenBytes: Int {
        get { readOptions.maximumTokenBytes }
        set { readOptions.maximumTokenBytes = newValue }
    }

    /// The maximum size of the window of zstd data, or of the dictionary of xz data, in bytes: the memory that decompression
    /// needs. 128 MiB by default, from 1 MiB to 2 GiB; for zstd, rounded down to a power of two. Larger data fails with
    /// ``ImportError/Code/windowTooLarge``. The windows of `zstd --long=31` have 2 GiB.
    public var maximumWindowBytes: Int {
        get { readOptions.maximumWindowBytes }
        set { readOptions.maximumWindowBytes = newValue }
    }

    /// The number of bytes to read at a time. 256 KiB by default; from 1 byte to 1 GiB.
    public var chunkBytes: Int {
        get { readOptions.chunkBytes }
        set { readOptions.chunkBytes = newValue }
    }

    /// The parser of the records. ``RecordParser/automatic`` by default. The other one is for comparisons: records, errors and
    /// summaries are equal.
    public var parser: RecordParser {
        get { readOptions.parser }
        set { readOptions.parser = newValue }
    }

    /// The number of threads that parse. ``Parallelism/none`` by default: the thread that asks for the records parses.
    ///
    /// Several threads parse the elements of an array, also of an array at a path; lines; the texts of a JSON text sequence;
    /// and arrays and objects that follow each other, plain or compressed. The records arrive in the order of the input, on the
    /// thread or the task that asks for them, and values, errors and locations are those of a single thread. Hooks and
    /// functions of the options are called on the threads that parse, also for records after an error that ends the import.
    /// ``onRejected`` and ``onProgress`` are called on the thread that delivers the records; with `for try await`, that is the
    /// background thread of the iteration. A hook must not use the iterator of its import.
    ///
    /// A single thread parses records at a path with a wildcard, or at several paths; lines and sequences at a path; all values
    /// of a sequence after a number, a string, `true`, `false` or `null`; a second array at the same path; types that conform
    /// to ``ImportUniquing`` or ``ImportOrdering``; imports that update existing instances; and bytes that arrive
    /// asynchronously. ``ImportSummary/workerCount`` has the number of threads that were used.
    public var parallelism: Parallelism {
        get { readOptions.parallelism }
        set { readOptions.parallelism = newValue }
    }

    /// The size of the segments that several threads parse, in bytes. 128 KiB by default; from 1 byte to 1 GiB.
    ///
    /// For each thread, an import keeps about two segments in memory, the records that they contain, and a buffer of
    /// ``chunkBytes``: 512 KiB by default, and the records. A record that is longer than a segment is parsed by one thread, in
    /// as little memory as with ``Parallelism/none``.
    public var segmentBytes: Int {
        get { readOptions.segmentBytes }
        set { readOptions.segmentBytes = newValue }
    }

    /// The maximum number of skipped values in ``ImportSummary/mismatches``. 1,000 by default.
    public var maximumListedMismatches = 1_000

    /// The maximum number of keys in ``ImportSummary/unknownKeys``, and in ``ImportSummary/equivalentKeys``. 1,000 by default.
    public var maximumListedUnknownKeys = 1_000

    /// The maximum number of key spellings that are cached for each type, in addition to those that the type declares.
    /// 1,000 by default. Any other spelling is resolved each time that it occurs, which takes longer but no memory. Paths in
    /// errors have the key that the type declares instead.
    public var maximumCachedSpellings = 1_000

    /// The maximum number of times that the values of a record are read again, on average. 1,000 by default. A value is read
    /// again if a path leads through it, or if it is tried for several cases. In models that contain themselves, the number can
    /// double with each level of the record. A record that exceeds the limit is rejected with
    /// ``ImportError/Code/tooManyReplays``.
    public var maximumReplays = 1_000

    /// The minimum time between two calls of ``onProgress``. The last call may come earlier. 100 milliseconds by
    /// default.
    public var progressInterval: Duration {
        get { readOptions.progressInterval }
        set { readOptions.progressInterval = newValue }
    }

    /// A function that is called while the import runs, and at its end unless it fails, on the thread that delivers the
    /// records. `nil` by default.
    public var onProgress: (@Sendable (ImportProgress) -> Void)? {
        get { readOptions.onProgress }
        set { readOptions.onProgress = newValue }
    }

    /// A function that is called with each record that is rejected under ``ErrorPolicy/skip(limit:)`` or
    /// ``ErrorPolicy/collect(limit:)``, on the thread that delivers the records. Use it to keep all rejected records in
    /// little memory. An error that it throws ends the import and is rethrown. `nil` by default.
    public var onRejected: (@Sendable (RejectedRecord) throws -> Void)? {
        get { readOptions.onRejected }
        set { readOptions.onRejected = newValue }
    }

    /// The options that apply to any consumer of records.
    var readOptions = ReadOptions()

    /// The mappings that ``map(_:to:of:)`` and ``ignore(_:of:)`` have added.
    var keyMappings: [KeyMapping] = []

    /// The functions that ``transform(_:_:)`` has set, by the type of the property.
    var transforms: [ObjectIdentifier: @Sendable (Any) throws -> Any] = [:]

    /// The lookups that ``reuseInstances(of:existing:)`` and ``reuseInstances(in:)`` have set, by the type of the
    /// model.
    var existingInstances: [ObjectIdentifier: ExistingInstances] = [:]

    /// Creates the default options.
    public init() {}

    /// Reads a property from another key in this import.
    ///
    /// A value of this key takes precedence over values of the keys that the type declares. Those keys stay valid.
    ///
    /// - Parameters:
    ///   - key: a key, compared exactly, or a path such as `license.spdx_id` or `photos[0].url`. A key whose name is not
    ///     a path, or is the path of another value, is written in brackets: `$["a.b"]`. With a malformed path, the import
    ///     fails with ``ImportError/Code/invalidPath``.
    ///   - property: the name of the property.
    ///   - model: the type that has the property, wherever the type occurs; `nil` for every type that has such a
    ///     property. If the given type has none, the import fails with ``ImportError/Code/unknownProperty``.
    ///
    /// A mapping for a type replaces the mappings of the same key for all types. If one key is then mapped to two
    /// properties of a type, the import fails with ``ImportError/Code/ambiguousMapping``.
    public mutating func map(_ key: String, to property: String, of model: (any Importable.Type)? = nil) {
        keyMappings.append(KeyMapping(key: key, property: property, model: model))
    }

    /// Skips a key and its whole value in this import. The key does not count as an unknown key.
    ///
    /// - Parameters:
    ///   - key: a key, compared exactly, or a path, as in ``map(_:to:of:)``. To ignore an unknown key, pass
    ///     ``ReportedKey/key``. Paths of fields that begin with `key` are ignored, too.
    ///   - model: the type in whose objects the key is skipped; `nil` for every type.
    public mutating func ignore(_ key: String, of model: (any Importable.Type)? = nil) {
        keyMappings.append(KeyMapping(key: key, property: nil, model: model))
    }

    /// Returns the keys that are mapped to a property for this import.
    func mappedKeys(to property: String, of plan: ObjectPlan) -> [String] {
        mappings(of: plan).filter { $0.property == property }.map(\.key)
    }

    /// Returns the keys and paths that are ignored in objects of a type for this import.
    func ignoredKeys(of model: Any.Type) -> [String] {
        keyMappings.filter { $0.property == nil && $0.applies(to: model) }.map(\.key)
    }

    /// Returns the mappings of keys to properties that apply to the type of a plan.
    private func mappings(of plan: ObjectPlan) -> [KeyMapping] {
        guard !plan.hasLabels else { return [] }
        let applicable = keyMappings.filter { $0.property != nil && $0.applies(to: plan.model) }
        let pathsForType = Set(applicable.filter { $0.model != nil }.map(\.pathComponents))
        return applicable.filter { $0.model != nil || !pathsForType.contains($0.pathComponents) }
    }

    /// Checks the limits that are not among those of ``ReadOptions``.
    ///
    /// - Throws: ``ImportError/Code/invalidOption`` if one is less than 0.
    func validateLimits() throws(ImportError) {
        try ReadOptions.validate(maximumListedMismatches, of: "maximumListedMismatches")
        try ReadOptions.validate(maximumListedUnknownKeys, of: "maximumListedUnknownKeys")
        try ReadOptions.validate(maximumCachedSpellings, of: "maximumCachedSpellings")
        try ReadOptions.validate(maximumReplays, of: "maximumReplays")
    }

    /// The error if a key is malformed, if a mapping for one type names a property that the type does not have, or if a key
    /// is mapped to two properties of such a type; otherwise `nil`.
    var error: ImportError? {
        var checkedModels: Set<ObjectIdentifier> = []
        for mapping in keyMappings {
            guard JSONPath.ofKey(mapping.key) != nil else {
                return .invalidKeyPath(mapping.key, .invalidPath)
            }
            guard let property = mapping.property, let model = mapping.model else { continue }
            let plan = model.importPlan.object
            guard let plan, plan.model == model, plan.hasProperty(property) else {
                return .unknownProperty(property, type: "\(model)")
            }
            guard checkedModels.insert(ObjectIdentifier(model)).inserted else { continue }
            if let error = mappingError(of: plan) { return error }
        }
        return nil
    }

    /// Returns the error if a key is mapped to two properties of a plan's type; otherwise `nil`.
    func mappingError(of plan: ObjectPlan) -> ImportError? {
        var propertiesByPath: [[JSONPath.Component]: String] = [:]
        for mapping in mappings(of: plan) {
            guard let property = mapping.property, plan.hasProperty(property) else { continue }
            let path = mapping.pathComponents
            if let earlier = propertiesByPath.updateValue(property, forKey: path), earlier != property {
                return .ambiguousMapping(mapping.key, to: [earlier, property], type: "\(plan.model)")
            }
        }
        return nil
    }

    /// Replaces the values of all properties of a type, before they are converted to that type.
    ///
    ///     options.transform(Color.self) { raw in
    ///         (raw as? String).flatMap(Color.init(name:)) ?? raw
    ///     }
    ///
    /// `read` is called for properties of the type, including optional ones, and not for elements of arrays and
    /// dictionaries. It has no cost for properties of other types.
    ///
    /// - Parameters:
    ///   - type: the type of the properties, without an optional.
    ///   - read: converts a value, as in ``ImportedMember/value``, to a value of the type itself, or to a value that
    ///     JSON can contain, which is converted like a value of the input. The function is also called for null, as an
    ///     `NSNull`, and not for a missing key. Any error that it throws rejects the record, with the thrown error as
    ///     the cause.
    public mutating func transform<Value: Importable>(
        _ type: Value.Type, _ read: @escaping @Sendable (Any) throws -> Any
    ) {
        transforms[ObjectIdentifier(type)] = read
    }

    /// Updates existing instances of a type instead of creating new ones, for this import.
    ///
    /// `existing` takes precedence over the type's own conformance to ``ImportUniquing``.
    ///
    /// - Parameters:
    ///   - type: the type, wherever it occurs.
    ///   - existing: returns the instance that an object refers to, based on the values that were read from the object;
    ///     `nil` to have a new instance created.
    public mutating func reuseInstances<Model: Importable>(
        of type: Model.Type, existing: @escaping @Sendable (borrowing LookupDraft) throws -> Model?
    ) {
        existingInstances[ObjectIdentifier(type)] = ExistingInstances(existing)
    }

    /// Updates the instances in a map instead of creating new ones, wherever their type occurs.
    ///
    /// - Parameter instances: the map. New instances are added to it.
    public mutating func reuseInstances<Model: Importable & Sendable>(
        in instances: IdentityMap<Model, some Hashable & Sendable>
    ) {
        existingInstances[ObjectIdentifier(Model.self)] = ExistingInstances(
            mayBeOfSubclass: instances.hasSubclasses
        ) { instances }
    }

    /// Calls `body` with options that update the instances in a map instead of creating new ones, wherever their type
    /// occurs. The type need not be `Sendable`.
    ///
    ///     try options.reusingInstances(in: people) { options in
    ///         try StreamImporter.objects(of: Person.self, from: url, options: options).forEach { … }
    ///     }
    ///
    /// Only the caller's thread may use the instances. An import with these options that runs on another thread, as
    /// asynchronous iteration does, or after the call, fails with ``ImportError/Code/instancesInUse``. The records and
    /// the iterators of an import on the caller's thread must stay on that thread, too, because they share objects with
    /// the map. The compiler does not check this rule.
    ///
    /// - Parameters:
    ///   - instances: the map. New instances are added to it.
    ///   - body: runs imports on this thread. An error that it throws is rethrown.
    public func reusingInstances<Model: Importable, Result, Failure: Error>(
        in instances: IdentityMap<Model, some Hashable & SendableMetatype>,
        _ body: (ImportOptions) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let reference = ScopedReference(to: instances)
        defer { reference.end() }
        var options = self
        options.existingInstances[ObjectIdentifier(Model.self)] = ExistingInstances(
            mayBeOfSubclass: { (try? reference.value.hasSubclasses()) ?? true }
        ) { try reference.value }
        return try body(options)
    }
}
