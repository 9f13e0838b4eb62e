import StreamImport
import Testing

/// Dictionaries with two spellings of the discriminator.
@Suite struct DiscriminatorOrderTests {
    /// The order of the dictionary, which differs between equal dictionaries, selected the case.
    @Test func firstSpellingInKeyOrderSelectsCase() throws {
        for _ in 0..<100 {
            var dictionary: [String: Any] = [:]
            for key in ["type", "Type", "ref", "a"].shuffled() { dictionary[key] = "push" }
            dictionary["Type"] = "ping"
            #expect(try Event(dictionary: dictionary) == .ping)
            #expect(try Event(dictionary: ["type": "reply", "to": dictionary]) == .reply(to: .ping))
            var event = Event.ping
            try event.update(from: dictionary)
            #expect(event == .ping)
        }
    }
}
