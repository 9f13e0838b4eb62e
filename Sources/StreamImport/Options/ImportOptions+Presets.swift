/// The policies of four libraries for Objective-C, so that what was written for them finds what it expects.
///
/// Where one of them lost or changed values, or crashed, the preset does what was meant. A page each says what is
/// different, and why.
extension ImportOptions {
    /// The policies of RZImport; see <doc:MigratingFromRZImport>.
    ///
    /// ``coercion`` is `.permissiveScalars`, ``bools`` are `.digits`, ``mismatch`` is `.keep`, and ``unknownKeys`` are
    /// `.report`ed.
    public static var rzImport: ImportOptions {
        var options = ImportOptions()
        options.coercion = .permissiveScalars
        options.bools = .digits
        options.mismatch = .keep
        options.unknownKeys = .report
        return options
    }

    /// The policies of SHModelObject; see <doc:MigratingFromSHModelObject>.
    ///
    /// ``nulls`` are `.keep`.
    public static var shModelObject: ImportOptions {
        var options = ImportOptions()
        options.nulls = .keep
        return options
    }

    /// The policies of Jastor; see <doc:MigratingFromJastor>.
    ///
    /// ``keys`` are `.exact`, ``nulls`` are `.keep`, and the key `id` means the property `objectId` of every type
    /// that has one.
    public static var jastor: ImportOptions {
        var options = ImportOptions()
        options.keys = .exact
        options.nulls = .keep
        options.map("id", to: "objectId")
        return options
    }

    /// The policies of ClassMapper; see <doc:MigratingFromClassMapper>.
    ///
    /// ``keys`` are `.exact`, and ``nested`` objects are updated where they are, also as elements of arrays.
    public static var classMapper: ImportOptions {
        var options = ImportOptions()
        options.keys = .exact
        options.nested = .mergeElements
        return options
    }
}
