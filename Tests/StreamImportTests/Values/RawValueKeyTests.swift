import Foundation
import StreamImport
import Testing

/// Dictionaries whose keys have raw values, and properties of the type `CGFloat`.
@Suite struct RawValueKeyTests {
    @Importable
    enum Color: String, ImportableKey { case red, green }

    struct UserID: RawRepresentable, ImportableKey, Importable { var rawValue: Int }

    @Importable
    struct Palette: Equatable {
        var shades: [Color: Int] = [:]
        var owners: [UserID: [Color: CGFloat]]?
        var width: CGFloat?
    }

    @Test func keyIsReadFromRawValue() async throws {
        let text = #"[{"shades":{"red":1,"green":2},"owners":{"-7":{"green":0.5}},"width":2}]"#
        let outcome = try await importAllFrontEnds(to: Palette.self, from: text)
        let palette = Palette(
            shades: [.red: 1, .green: 2], owners: [UserID(rawValue: -7): [.green: 0.5]], width: 2)
        #expect(outcome.records == [palette])
        #expect(try Palette(dictionary: palette.dictionary()) == palette)
        #expect(try Palette(dictionary: ["shades": [Color.red: 1]]) == Palette(shades: [.red: 1]))
    }

    @Importable
    enum Only: String, ImportableKey { case only }

    /// The code for dictionaries divided by the size of an entry, which is zero.
    @Test(arguments: [("{}", [:]), (#"{"only":"only"}"#, [.only: .only])] as [(String, [Only: Only])])
    func dictionaryOfZeroSizedTypesIsRead(text: String, entries: [Only: Only]) throws {
        #expect(MemoryLayout<Only>.size == 0)
        #expect(try StreamImporter.objects(of: [Only: Only].self, from: "[\(text)]").collect() == [entries])
    }

    @Test(arguments: [
        (#"{"shades":{"blue":1}}"#, #"expected a key of the dictionary's key type, found "blue""#),
        (#"{"owners":{"a":{}}}"#, #"expected a key of the dictionary's key type, found "a""#),
        (#"{"width":"a"}"#, #"expected a number, found "a""#),
        (#"{"width":1e400}"#, "expected a number that Double can hold, found 1e400"),
    ])
    func invalidKeyOrNumberReportsError(text: String, message: String) {
        let error = #expect(throws: ImportError.self) { try Palette(json: text) }
        #expect(error?.message == message)
    }

    @Test func cgFloatIsReadFromNumericTypes() throws {
        for width in [2, 2.5, Float(2.5), CGFloat(2.5), NSNumber(value: 2.5)] as [Any] {
            let palette = try Palette(dictionary: ["width": width])
            #expect(palette.width == (width is Int ? 2 : 2.5))
        }
    }

    @Test func exportOfInfiniteCGFloatReportsError() {
        let error = #expect(throws: ImportError.self) { try Palette(width: .infinity).dictionary() }
        #expect(error != nil)
    }
}
