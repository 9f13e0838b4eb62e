import StreamImport
import Testing

/// A key matches a property whose name differs from the key only in case, `_`, `-` and spaces.
@Suite struct FlexibleKeyTests {
    struct Person: Importable, Equatable {
        var firstName: Int?, odos: Int?, street: Int?, istanbul: Int?, id: Int?

        static let importPlan = ImportPlan(Person.self) { fields in
            let firstName = fields.optional("firstName", Int.self)
            let odos = fields.optional("οδός", Int.self)
            let street = fields.optional("straße", Int.self)
            let istanbul = fields.optional("İl", Int.self)
            let id = fields.optional("_id", Int.self)
            return { draft in
                Person(
                    firstName: draft[firstName], odos: draft[odos], street: draft[street],
                    istanbul: draft[istanbul], id: draft[id])
            }
        }
    }

    static let spellings: [(key: String, person: Person)] = [
        ("firstName", Person(firstName: 1)), ("first_name", Person(firstName: 1)),
        ("FIRST-NAME", Person(firstName: 1)), ("First Name", Person(firstName: 1)),
        ("FiRst_NAme", Person(firstName: 1)), ("__first--  name__", Person(firstName: 1)),
        ("f i r s t n a m e", Person(firstName: 1)), (#"first\u005fname"#, Person(firstName: 1)),
        ("firſtName", Person(firstName: 1)), ("firstNames", Person()), ("firstNam", Person()),
        ("first.name", Person()), ("first\u{A0}name", Person()), ("firstNamé", Person()),
        ("ΟΔΌΣ", Person(odos: 1)), ("οδόσ", Person(odos: 1)), ("Ο-δ_Ό ς", Person(odos: 1)),
        ("οδος", Person()),
        ("STRASSE", Person(street: 1)), ("Strasse", Person(street: 1)), ("STRAẞE", Person(street: 1)),
        ("Straße", Person(street: 1)), ("strase", Person()),
        ("i\u{307}L", Person(istanbul: 1)), ("İL", Person(istanbul: 1)), ("il", Person()),
        ("ID", Person(id: 1)), ("\u{212A}", Person()), ("", Person()), ("_", Person()), ("- _", Person()),
    ]

    @Test(arguments: spellings.indices)
    func keyMatchingIgnoresCaseAndSeparators(index: Int) async throws {
        let (key, person) = Self.spellings[index]
        let text = "[{\"\(key)\":1},{\"x\":0,\"\(key)\":1},{}]"
        let outcome = try await importAllVariants(to: Person.self, from: text)
        #expect(outcome.message == nil)
        #expect(outcome.records == [person, person, Person()], "\(key)")
        let unknown = try await importAllVariants(to: Person.self, from: "[{\"\(key)\":1}]") {
            $0.unknownKeys = .report
        }
        #expect(unknown.summary?.unknownKeys.isEmpty == (person != Person()), "\(key)")
    }

    @Test(arguments: spellings.indices)
    func exactMatchingAcceptsOnlyExactSpelling(index: Int) async throws {
        let (key, person) = Self.spellings[index]
        let outcome = try await importAllVariants(to: Person.self, from: "[{\"\(key)\":1}]") {
            $0.keyMatching = .exact
        }
        #expect(outcome.records == [key == "firstName" ? person : Person()], "\(key)")
    }

    struct Twins: Importable, Equatable {
        var lower: Int?, upper: Int?, snake: Int?

        static let importPlan = ImportPlan(Twins.self) { fields in
            let lower = fields.optional("userid", Int.self)
            let upper = fields.optional("userID", Int.self)
            let snake = fields.optional("user_id", Int.self)
            return { draft in Twins(lower: draft[lower], upper: draft[upper], snake: draft[snake]) }
        }
    }

    @Importable
    struct Tweet: Equatable {
        @Key("full_text") var text: String?
    }

    static let scenarios = [
        ImportScenario(
            "the exact spelling selects a property among equivalent names", Twins.self,
            #"[{"user_id":3,"userID":2,"userid":1},{"userID":2},{"user_id":3},{"USER-ID":4}]"#,
            records: [
                Twins(lower: 1, upper: 2, snake: 3), Twins(upper: 2), Twins(snake: 3), Twins(lower: 4),
            ]),
        ImportScenario(
            "an explicit key requires its exact spelling", Tweet.self,
            #"[{"full_text":"a"},{"fullText":"b"},{"FULL_TEXT":"c"},{"TEXT":"d"}]"#,
            records: [Tweet(text: "a"), Tweet(), Tweet(), Tweet(text: "d")]),
        ImportScenario(
            "the path of an error has the spelling of the input", Person.self, #"[{"FIRST_name":"x"}]"#,
            records: [],
            error: #"typeMismatch at 1:16 (15), record 1, $[0].FIRST_name: expected an integer, found "x""#),
    ]

    @Test(arguments: scenarios)
    func importHasExpectedOutcome(_ scenario: ImportScenario) async throws { try await scenario.check() }
}
