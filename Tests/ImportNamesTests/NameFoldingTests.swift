import ImportNames
import Testing

@Suite struct NameFoldingTests {
    @Test(arguments: [
        ("firstName", "firstname"), ("FIRST-NAME", "firstname"), ("__First  name__", "firstname"),
        ("first.name", "first.name"), ("first\u{A0}name", "first\u{A0}name"),
        ("οδός", "οδόσ"), ("ΟΔΌΣ", "οδόσ"), ("straße", "strasse"), ("STRAẞE", "strasse"),
        ("ſ", "s"), ("", ""), ("- _", ""),
    ])
    func foldedNameHasNeitherCaseNorSeparators(name: String, folded: String) {
        #expect(NameFolding.fold(name) == folded)
    }

    @Test func foldedNameEqualsItsFoldedScalars() {
        for name in ["First_Name", "ΟΔΌΣ", "STRAẞE", "İl"] {
            #expect(
                name.unicodeScalars.map { NameFolding.fold($0) }.joined() == NameFolding.fold(name), "\(name)"
            )
        }
    }
}
