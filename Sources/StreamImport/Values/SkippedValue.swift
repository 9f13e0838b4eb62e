/// Any JSON value, checked but not kept.
///
/// As the type of the records, it only counts records and checks their text:
///
///     let count = try StreamImporter.objects(of: SkippedValue.self, from: url).forEach { _ in }.recordCount
///
/// As the type of a field, it only requires the key.
///
/// The contents of a value must be JSON and within the limits. Nothing else is checked, not even whether a `\u` escape
/// is half of a surrogate pair.
public struct SkippedValue: Hashable, Sendable {
    /// Creates the only value of the type.
    public init() {}
}

extension SkippedValue: ImportableScalar {
    /// Accepts every string, number and bool.
    public init(_ token: borrowing ImportToken) {}

    /// Returns null, because nothing is known of the value.
    public func exported(dates: DateStrategy) -> ExportedScalar { .null }

    /// The plan that makes a value from any JSON value. It has no fields, so that all members of an object are skipped.
    public static var importPlan: ImportPlan {
        var plan = ImportPlan(SkippedValue.self) { _ in { _ in SkippedValue() } }
        plan.scalar = Self.self
        plan.array = Self.self
        plan.null = NullMaker { SkippedValue() }
        return plan
    }
}

extension SkippedValue: ArrayCollector {
    static var elementType: any Importable.Type { SkippedValue.self }

    static func collect(
        _ elements: UnsafeMutableRawPointer, count: Int, into destination: UnsafeMutableRawPointer,
        _ moveToArray: _ValueOperations.MoveToArray
    ) {
        // SAFETY: the elements are of this type, which needs no deinitialization; the binder passes memory with room
        // for one.
        unsafe destination.initializeMemory(as: Self.self, to: Self())
    }
}
