/// Presets with the policies of four Objective-C libraries, for code that was written for them.
///
/// If a library lost or changed values, or crashed, its preset has the intended behavior instead. The migration guide
/// of each library lists the differences and the reasons.
extension ImportOptions {
    /// The policies of RZImport; see <doc:MigratingFromRZImport>.
    ///
    /// ``coercion`` is `.permissiveScalars`, ``boolSpelling`` is `.digits`, ``mismatches`` is `.skipValue`, and
    /// ``unknownKeys`` is `.report`.
    public static var rzImport: ImportOptions {
        var options = ImportOptions()
        options.coercion = .permissiveScalars
        options.boolSpelling = .digits
        options.mismatches = .skipValue
        options.unknownKeys = .report
        return options
    }

    /// The policies of SHModelObject; see <doc:MigratingFromSHModelObject>.
    ///
    /// ``nulls`` is `.ignore`.
    public static var shModelObject: ImportOptions {
        var options = ImportOptions()
        options.nulls = .ignore
        return options
    }

    /// The policies of Jastor; see <doc:MigratingFromJastor>.
    ///
    /// ``keyMatching`` is `.exact`, ``nulls`` is `.ignore`, and the key `id` is mapped to the property `objectId` of
    /// every type that has one.
    public static var jastor: ImportOptions {
        var options = ImportOptions()
        options.keyMatching = .exact
        options.nulls = .ignore
        options.map("id", to: "objectId")
        return options
    }

    /// The policies of ClassMapper; see <doc:MigratingFromClassMapper>.
    ///
    /// ``keyMatching`` is `.exact`, and ``nestedObjects`` is `.mergeElements`: nested objects are updated in place,
    /// including those in arrays.
    public static var classMapper: ImportOptions {
        var options = ImportOptions()
        options.keyMatching = .exact
        options.nestedObjects = .mergeElements
        return options
    }
}

/// Presets for exporting the models that the presets of ``ImportOptions`` with the same names import. If the library of
/// a preset has a serializer, the preset has the policies of the serializer.
extension ExportOptions {
    /// The policies for models that ``ImportOptions/rzImport`` reads: the defaults. RZImport has no serializer. See
    /// <doc:MigratingFromRZImport>.
    public static var rzImport: ExportOptions { ExportOptions() }

    /// The policies for models that ``ImportOptions/shModelObject`` reads: the defaults. SHModelObject has no
    /// serializer. See <doc:MigratingFromSHModelObject>.
    public static var shModelObject: ExportOptions { ExportOptions() }

    /// The policies of Jastor's `toDictionary`; see <doc:MigratingFromJastor>.
    ///
    /// The property `objectId` of every type that has one is written under the key `id`. Other properties are written
    /// under the keys that an import reads, and properties that are `nil` are omitted.
    public static var jastor: ExportOptions {
        var options = ExportOptions()
        options.map("id", to: "objectId")
        return options
    }

    /// The policies of ClassMapper's `serialize:`: the defaults. Properties are written under the keys that an import
    /// reads, and properties that are `nil` are omitted. For `includeNullValues`, set ``ExportOptions/nils`` to
    /// `.write`. See <doc:MigratingFromClassMapper>.
    public static var classMapper: ExportOptions { ExportOptions() }
}
