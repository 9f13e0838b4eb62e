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
