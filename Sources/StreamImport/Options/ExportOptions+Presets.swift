/// What the serializers of four libraries for Objective-C wrote. One name means an import and an export: what is written with
/// a preset is read with the preset of ``ImportOptions`` that has the same name.
extension ExportOptions {
    /// The policies for models that ``ImportOptions/rzImport`` reads: the defaults. RZImport had no serializer. See
    /// <doc:MigratingFromRZImport>.
    public static var rzImport: ExportOptions { ExportOptions() }

    /// The policies for models that ``ImportOptions/shModelObject`` reads: the defaults. SHModelObject had no serializer. See
    /// <doc:MigratingFromSHModelObject>.
    public static var shModelObject: ExportOptions { ExportOptions() }

    /// The policies of Jastor's `toDictionary`; see <doc:MigratingFromJastor>.
    ///
    /// The property `objectId` of every type that has one is written under the key `id`, other properties under the keys
    /// that were read, and those that are nil are left out.
    public static var jastor: ExportOptions {
        var options = ExportOptions()
        options.map("id", to: "objectId")
        return options
    }

    /// The policies of ClassMapper's `serialize:`: the defaults. Properties are written under the keys that were read, and
    /// those that are nil are left out; with `includeNullValues`, ``ExportOptions/nils`` is `.write`. See
    /// <doc:MigratingFromClassMapper>.
    public static var classMapper: ExportOptions { ExportOptions() }
}
