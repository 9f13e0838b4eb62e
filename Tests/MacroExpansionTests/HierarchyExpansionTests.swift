import Testing

/// The expansion of classes that have subclasses or superclasses.
@Suite struct HierarchyExpansionTests {
    @Test func nonFinalClassSupportsSubclasses() {
        expectExpansion(
            of: """
                @Importable
                class Animal {
                    var name: String

                    init(name: String) {
                        self.name = name
                    }
                }
                """,
            adds: Expansion(.openClass, "Animal", [.required("name", "String")]))
    }

    @Test func openClassHasOpenPlanAndPublicFields() {
        expectExpansion(
            of: """
                @Importable
                open class Animal {
                    public var name: String
                    private var legs = 4
                }
                """,
            adds: Expansion(
                .openClass, "Animal", [.required("name", "String"), .defaulted("legs", "Int", "4")]
            ) {
                $0.access = "public "
                $0.planAccess = "open "
            })
    }

    @Test func subclassIncludesFieldsOfSuperclass() {
        expectExpansion(
            of: """
                @Importable
                class Dog: Animal, Sendable {
                    var breed: String
                    override var name: String {
                        didSet {}
                    }
                }
                """,
            adds: Expansion(.openClass, "Dog", of: "Animal", [.required("breed", "String")]))
    }

    @Test func finalSubclassHasPrivateFields() {
        expectExpansion(
            of: """
                @Importable
                public final class Dog: Animals.Animal<Int> {
                    public var inherited: String?
                }
                """,
            adds: Expansion(.finalClass, "Dog", of: "Animals.Animal<Int>", [.optional("inherited", "String")])
            {
                $0.access = "public "
                $0.inherited = "inheritedFields"
            })
    }
}
