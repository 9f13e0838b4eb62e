import StreamImport
import Testing

/// A value in the padding after another value, which its type does not use.
struct FieldPaddingTests {
    /// The draft of an optional integer has nine bytes, and the Boolean value is in the tenth.
    @Importable
    struct Padded: Equatable, Sendable {
        @Key("number", "count") var number: Int? = 0
        var isOn: Bool = false
        var mark: UInt8 = 0
    }

    @Test(arguments: [
        #"{"isOn": true, "mark": 7, "number": 1, "number": 2}"#,
        #"{"count": 1, "isOn": true, "mark": 7, "number": 2}"#,
        #"{"number": 1, "isOn": true, "mark": 7, "number": 2}"#,
    ])
    func replacedValueLeavesNextFieldUnchanged(_ text: String) async throws {
        let outcome = try await importAllVariants(to: Padded.self, from: "[\(text), \(text)]")
        #expect(
            outcome.records == [
                Padded(number: 2, isOn: true, mark: 7), Padded(number: 2, isOn: true, mark: 7),
            ])
    }
}
