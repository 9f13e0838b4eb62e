import Testing

/// Imports into PostgreSQL.
///
/// The tests need an installed server, which they start, and a program that was built with PostgreSQL.
@Suite(
    .enabled(if: PostgresServer.programs != nil, "no PostgreSQL server is installed"),
    .enabled(if: Program.hasPostgres, "the program was built without PostgreSQL"))
enum PostgresTests {}

extension Program {
    /// Whether the program was built with PostgreSQL.
    static let hasPostgres: Bool = {
        guard let folder = try? TemporaryDirectory(),
            let outcome = try? run("import x.json --into postgresql:///x", in: folder)
        else { return false }
        return !outcome.messages.contains("this build has no PostgreSQL")
    }()
}
