import Testing

@Suite struct RawValueExpansionTests {
    @Test(arguments: [
        ("OptionSet", "Int"), ("Codable, Swift.RawRepresentable", "Swift.String"),
        ("RawRepresentable", "UInt128"),
    ])
    func structWithRawValuesGetsOnlyConformance(inherited: String, type: String) {
        expectExpansion(
            of: """
                @Importable
                struct Flags: \(inherited) {
                    let rawValue: \(type)
                }
                """,
            is: """
                struct Flags: \(inherited) {
                    let rawValue: \(type)
                }

                extension Flags: nonisolated StreamImport.Importable {
                }
                """)
    }
}
