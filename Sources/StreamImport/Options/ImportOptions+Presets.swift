/// The policies of four libraries for Objective-C, so that what was written for them finds what it expects.
///
/// Where one of them lost or changed values, or crashed, the preset does what was meant. A page each says what is
/// different, and why.
extension ImportOptions {
    /// The policies of RZImport; see <doc:MigratingFromRZImport>.
    ///
    /// ``coercion`` is `.permissiveScalars`, ``boolSpelling`` is `.digits`, ``mismatches`` are `.skipValue`, and ``unknownKeys`` are
    /// `.report`ed.
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
    /// ``nulls`` are `.ignore`d.
    public static var shModelObject: ImportOptions {
        var options = ImportOptions()
        options.nulls = .ignore
        return options
    }

    /// The policies of Jastor; see <doc:MigratingFromJastor>.
    ///
    /// ``keyMatching`` is `.exact`, ``nulls`` are `.ignore`d, and the key `id` means the property `objectId` of every type
    /// that has one.
    public static var jastor: ImportOptions {
        var options = ImportOptions()
        options.keyMatching = .exact
        options.nulls = .ignore
        options.map("id", to: "objectId")
        return options
    }

    /// The policies of ClassMapper; see <doc:MigratingFromClassMapper>.
    ///
    /// ``keyMatching`` is `.exact`, and ``nestedObjects`` are updated where they are, also as elements of arrays.
    public static var classMapper: ImportOptions {
        var options = ImportOptions()
        options.keyMatching = .exact
        options.nestedObjects = .mergeElements
        return options
    }
}
