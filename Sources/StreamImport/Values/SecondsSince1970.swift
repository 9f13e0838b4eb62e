/// Stands for `Double` where a field says how its dates are written.
enum SecondsSince1970: Importable {
    /// The values are those of `Double`.
    static var importPlan: ImportPlan { ImportPlan(type: Double.self, scalar: Self.self) }

    /// Puts the seconds from 1970 to the token's date at a place that has room for a `Double`.
    static func _store(
        _ token: borrowing ImportToken, at destination: UnsafeMutableRawPointer
    ) throws {
        // SAFETY: the binder hands memory for the type of the field, which is `Double`.
        unsafe destination.initializeMemory(as: Double.self, to: try token.secondsSince1970())
    }
}
