/// Any value of JSON, read and forgotten.
///
/// As the type of the records it counts them and checks their text, as the type of a field it asks for the key
/// alone:
///
///     let count = try StreamImporter.objects(of: SkippedValue.self, from: url).forEach { _ in }.recordCount
///
/// What is inside a value must be JSON and within the limits. Nothing else is looked at: not even whether a
/// `\u` escape in it is a character.
public struct SkippedValue: Hashable, Sendable {
    /// Creates the only value there is.
    public init() {}
}

extension SkippedValue: ImportableScalar {
    /// Accepts every string, number and bool.
    public init(_ token: borrowing ImportToken) {}

    /// Null, as nothing is known of the value.
    public func exported(dates: DateStrategy) -> ExportedScalar { .null }

    /// Every value of JSON makes one; of an object without fields everything is skipped.
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
        // SAFETY: the elements are of this type, which has nothing to end; the destination has room for one.
        unsafe destination.initializeMemory(as: Self.self, to: Self())
    }
}
