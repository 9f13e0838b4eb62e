/// The type that replaces `Double` in fields that declare a format of dates.
enum SecondsSince1970: Importable {
    /// The plan that makes values of `Double`.
    static var importPlan: ImportPlan { ImportPlan(type: Double.self, scalar: Self.self) }

    /// Stores the seconds from 1970 to the token's date, at an address with room for a `Double`.
    static func _store(
        _ token: borrowing ImportToken, at destination: UnsafeMutableRawPointer
    ) throws {
        // SAFETY: the binder passes memory for the type of the field, which is `Double`.
        unsafe destination.initializeMemory(as: Double.self, to: try token.secondsSince1970())
    }
}
