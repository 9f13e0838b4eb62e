import Foundation
import TestSupport
import Testing

/// The messages of the compiler for models that do not compile because of a type that the macro cannot see, and for calls
/// that do not compile.
@Suite struct CompilerMessageTests {
    /// A source with an error, which is reported in a line of it.
    struct Case: CustomTestStringConvertible {
        let source: String
        let line: Int
        /// Parts of the message.
        let parts: [String]
        /// Whether only a whole compilation has the error.
        var isCompiled = false

        var testDescription: String { source }

        init(_ source: String, _ line: Int, _ parts: String..., isCompiled: Bool = false) {
            (self.source, self.line, self.parts, self.isCompiled) = (source, line, parts, isCompiled)
        }

        /// Returns an enum whose case in line 4 has an error.
        static func payload(
            _ name: String, _ parts: String..., head: String = "enum Event",
            arguments: String = #"discriminator: "type""#, isCompiled: Bool = false
        ) -> Case {
            let source = """
                struct Plain { var x: Int }
                @Importable(\(arguments))
                \(head) {
                    case \(name)
                    case ping
                }
                protocol P {}
                """
            return Case(source, 4, parts: parts, isCompiled: isCompiled)
        }

        private init(_ source: String, _ line: Int, parts: [String], isCompiled: Bool) {
            (self.source, self.line, self.parts, self.isCompiled) = (source, line, parts, isCompiled)
        }

        /// Returns a struct whose property in line 4 has an error.
        static func property(_ declaration: String, _ parts: String...) -> Case {
            Case(
                """
                struct Plain { var x: Int }
                @Importable
                struct Repo {
                    \(declaration)
                }
                protocol P {}
                @propertyWrapper struct ReadOnly { var wrappedValue: Int { 3 } }
                """, 4, parts: parts, isCompiled: false)
        }

        /// Returns a function with a statement in line 4 that has an error.
        static func statement(_ statement: String, _ parts: String..., effects: String = "throws") -> Case {
            Case(
                """
                struct Plain: Decodable { var x: Int }
                @Importable struct Repo: Decodable, Equatable { var id: Int }
                func run(_ url: URL, _ text: String, _ repos: ImportSequence<Repo>) \(effects) {
                    \(statement)
                }
                """, 4, parts: parts, isCompiled: false)
        }

        /// Returns a class with a list of subclasses, whose element in line 4 has an error.
        static func subclass(_ type: String, _ parts: String...) -> Case {
            Case(
                """
                @Importable(
                    discriminator: "kind",
                    subclasses: [Circle.self,
                        \(type).self,
                        Circle.self])
                class Shape { var id: Int }
                @Importable final class Circle: Shape {}
                class Plain { var x = 3 }
                @Importable class Color { var x: Int }
                """, 4, parts: parts, isCompiled: false)
        }
    }

    static let attribute =
        "the type is not importable; add '@Importable' to its declaration, or extend a Codable type with 'ImportableByDecoding'"

    static let cases: [Case] = [
        .payload("push(Plain)", attribute), .payload("push(Plain)", attribute, isCompiled: true),
        .payload("push(id: Plain)", attribute), .payload("push([Plain])", attribute),
        .payload("push(id: [String: Plain]?)", attribute, isCompiled: true),
        .payload("push(count: Int, id: Plain = Plain(x: 3))", attribute),
        .payload("push(Plain, id: Int)", attribute, arguments: #"discriminator: "type", content: "data""#),
        .payload("push(Plain)", attribute, arguments: "discriminator: .key"),
        .payload("push(Plain)", attribute, arguments: "discriminator: .firstFit", isCompiled: true),
        .payload("push(Plain)", attribute, arguments: #"discriminator: "type", content: "data""#),
        .payload("push(Plain)", attribute, head: "enum Event<T>", isCompiled: true),
        .payload("push(Plain)", attribute, head: "enum Event<T: Importable>", isCompiled: true),
        .payload("push(any P)", "'any P' cannot be imported"),
        .payload("push([any P])", "'any P' cannot be imported"),
        .payload("push((x: Int, y: Int))", "has a tuple"),
        .payload("push([(x: Int, y: Int)])", "has a tuple"),
        .payload("push([Bool: Int])", "'Bool' cannot be the key of a dictionary"),
        .payload("push([Plain: Int])", "type 'Plain' does not conform to protocol 'Hashable'"),
        .payload("Type(Plain)", attribute),
        .payload("`Type`(Plain)", attribute), .payload("`in`(id: Plain)", attribute, isCompiled: true),
        .property("var plain: Plain", attribute), .property("var plain: [Plain]", attribute),
        .property("var plain: Plain?", attribute), .property("var plain = Plain(x: 3)", "cannot be inferred"),
        .property("var plain: [String: [Plain?]] = [:]", attribute),
        .property("var any: any P", "'any P' cannot be imported"),
        .property("var map: [Double: Int]", "'Double' cannot be the key of a dictionary"),
        .property("@ReadOnly var id: Int", "cannot assign to property: 'id' is a get-only property"),
        Case(
            """
            class Base { init(x: Int) {} }
            @Importable
            final class Repo:
                Base
            {
                var id: Int
            }
            """, 4, "'super.init' isn't called", isCompiled: true),
        Case(
            """
            @Importable(discriminator: "type")
            enum Event<T> {
                case push(T)
            }
            """, 2, "'T' must conform to Importable, because an associated value of 'push' contains it"),
        Case(
            """
            @Importable(discriminator: "kind", subclasses: [Circle.self, 3])
            class Shape { var id: Int }
            class Circle {}
            """, 1, "'subclasses' requires a list of types, as in '[Circle.self]'"),
        .subclass("Plain", "'Plain' is not a subclass of 'Shape'; list subclasses with '@Importable'"),
        .subclass("Color", "'Color' is not a subclass of 'Shape'; list subclasses with '@Importable'"),
        Case("struct A: Importable {}", 1, "'A' does not conform to protocol 'Importable'", withoutMacro),
        Case("class A: Importable { var x = 3 }", 1, withoutMacro),
        Case("enum A: Importable { case x }", 1, withoutMacro),
        .statement("_ = StreamImporter.objects(of: Plain.self, from: url)", decodable),
        .statement(#"_ = StreamImporter.objects(of: Plain.self, from: Data(), at: "a.b")"#, decodable),
        .statement("_ = StreamImporter.objects(of: [Plain].self, from: text).map { $0 }", decodable),
        .statement("_ = StreamImporter.objects(of: Plain.self, from: Array(text.utf8))", decodable),
        .statement("_ = StreamImporter.objects(of: Repo.self, from: 3)", "no exact matches"),
        .statement(#"_ = try StreamExporter(of: Repo.self, to: "a.json")"#, "with URL(filePath:)"),
        .statement("_ = try StreamExporter<Repo>.write([], to: text)", "with URL(filePath:)"),
        .statement("_ = try StreamExporter.write(repos, to: text)", "with URL(filePath:)"),
        .statement("for repo in repos { print(repo) }", "write 'for result in repos.results {"),
        .statement(
            "for repo in repos { print(repo) }", "in asynchronous code, 'for try await repo in repos'",
            effects: "async throws"),
        .statement("print(Array(repos))", "for an array, 'try repos.collect()'"),
        .statement("print(repos.sorted { $0.id < $1.id })", "for an array, 'try repos.collect()'"),
        .statement("for repo in repos.filter({ $0.id > 3 }) { print(repo) }", "reading can throw: write"),
        .statement("for id in repos.map(\\.id) { print(id) }", "reading can throw: write"),
        .statement("for id in repos.map({ $0.id }).prefix(3) { print(id) }", "reading can throw: write"),
        .statement(
            "let ids = repos.map(\\.id); for id in ids { print(id) }", "write 'try values.forEach { … }'"),
    ]

    private static let withoutMacro = "add '@Importable' to the declaration of the type"
    private static let decodable = "write 'objects(decoding:)' for a Decodable type"

    @Test(arguments: TestTier.sample(cases, count: 5))
    func errorIsInLineOfDeclaration(_ row: Case) throws {
        let outcome = try SwiftCompiler.run(row.isCompiled ? .compile : .typecheck, row.source)
        #expect(!outcome.succeeded)
        #expect(!outcome.output.contains("Stack dump"))
        let messages = outcome.messages("error", line: row.line)
        for part in row.parts {
            #expect(messages.contains { $0.contains(part) }, "\(row.source)\n\(outcome.output)")
        }
        #expect(!messages.contains { $0.contains("ImportFields") })
    }

    @Test func importableAndDecodableTypeCompiles() throws {
        let outcome = try SwiftCompiler.run(
            .typecheck,
            """
            @Importable struct Repo: Decodable, Equatable { var id: Int }
            func run(_ url: URL, _ text: String, _ repo: Repo) throws {
                let repos = StreamImporter.objects(of: Repo.self, from: url)
                try repos.forEach { print($0) }
                try StreamImporter.objects(of: [Repo].self, from: text).forEach { print($0) }
                try StreamImporter.objects(of: Repo.self, from: Data()).forEach { print($0) }
                try StreamImporter.objects(of: Repo.self, from: Array(text.utf8)).forEach { print($0) }
                _ = try StreamExporter.write(repos, to: url)
                print(try repos.contains(repo), try repos.map(\\.id).contains(3))
            }
            func run(_ repos: ImportSequence<Repo>, _ repo: Repo) async throws {
                for try await id in repos.filter({ $0 != repo }).map(\\.id).prefix(3) { print(id) }
                print(try repos.contains(repo), try repos.map(\\.id).contains(3))
            }
            """)
        #expect(outcome.succeeded)
        #expect(outcome.output == "")
    }

    @Test(arguments: [
        "struct", "final class", "class",
    ])
    func deprecatedPropertyGivesNoWarning(kind: String) throws {
        let outcome = try SwiftCompiler.run(
            .compile,
            """
            @Importable
            \(kind) Repo {
                var id: Int
                @available(*, deprecated) var a: Int
                @available(*, deprecated, message: "use id") var b = 3
                @available(*, deprecated, renamed: "id") var c: Int?
                @Ignored @available(*, deprecated) var d = 4
                @available(*, deprecated) let e: String
            }
            func all(_ text: String) throws -> [Repo] { try [Repo](json: text) }
            """)
        #expect(outcome.succeeded)
        #expect(outcome.output == "")
    }

    @Test func deprecatedCaseGivesNoWarning() throws {
        let outcome = try SwiftCompiler.run(
            .compile,
            """
            @Importable(discriminator: "type")
            enum Event {
                @available(*, deprecated) case a(Int)
                @available(*, deprecated, message: "use c") case b(id: Int, next: Int?)
                case c
            }
            func all(_ text: String) throws -> [Event] { try [Event](json: text) }
            """)
        #expect(outcome.succeeded)
        #expect(outcome.output == "")
    }
}
