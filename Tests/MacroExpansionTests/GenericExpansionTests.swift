import Testing

@Suite struct GenericExpansionTests {
    @Test func genericStructComputesItsPlan() {
        expectExpansion(
            of: """
                @Importable
                struct Page<Item: Importable, Tag> where Tag: Importable {
                    var items: [Item]
                    var tags: Set<Tag>?
                }
                """,
            adds: Expansion(
                .structure, "Page",
                [
                    .required("items", "[Item]") { $0.line = 3 },
                    .optional("tags", "Set<Tag>") { $0.line = 4 },
                ]
            ) { $0.isPlanComputed = true })
    }

    @Test func typeNestedInGenericTypeComputesItsPlan() {
        expectExpansion(
            of: """
                struct Outer<Element> {
                    @Importable
                    struct Inner {
                        var x: Int
                    }
                }
                """,
            adds: Expansion(.structure, "Inner", [.required("x", "Int")]) {
                $0.isPlanComputed = true
                $0.outerTypes = "Outer."
            })
    }

    @Test func genericClassComputesItsPlan() {
        expectExpansion(
            of: """
                @Importable
                public class Box<Content: Importable> {
                    public var content: Content
                }
                """,
            adds: Expansion(.openClass, "Box", [.required("content", "Content") { $0.line = 3 }]) {
                $0.access = "public "
                $0.isPlanComputed = true
            })
    }

    @Test func genericSubclassComputesItsPlan() {
        expectExpansion(
            of: """
                @Importable
                class Crate<Content: Importable>: Box<[Content]> {
                    var weight: Double
                }
                """,
            adds: Expansion(.openClass, "Crate", of: "Box<[Content]>", [.required("weight", "Double")]) {
                $0.isPlanComputed = true
            })
    }
}
