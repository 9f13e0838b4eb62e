import Foundation
import Testing

extension PostgresTests {
    /// The address of the database, and errors of the connection.
    @Suite struct ConnectionTests {
        private static let text = "{\"n\":1}\n"

        private func run(
            _ address: String, in folder: TemporaryDirectory, environment: [String: String] = [:]
        ) throws -> Program.Outcome {
            try Program.run(["import", "dump", "--into", address], in: folder, environment: environment)
        }

        /// Checks that no output has the password, in any spelling.
        private func expectNoPassword(
            _ outcome: Program.Outcome, _ password: String = PostgresServer.password,
            sourceLocation: SourceLocation = #_sourceLocation
        ) {
            for word in password.split(separator: /[^a-z]+/) {
                #expect(!outcome.output.contains(word), sourceLocation: sourceLocation)
                #expect(!outcome.messages.contains(word), sourceLocation: sourceLocation)
            }
        }

        // MARK: - Addresses

        @Test(arguments: ["postgresql", "postgres"]) func bothSchemesAreAddresses(scheme: String) throws {
            let workspace = try PostgresWorkspace(["dump": Self.text])
            let address = workspace.address.replacing("postgresql:", with: "\(scheme):")
            let outcome = try run(address, in: workspace.folder)
            #expect(outcome.status == 0, "\(outcome)")
            #expect(try workspace.rows("TABLE dump") == ["1"])
        }

        @Test func variablesOfEnvironmentCompleteAddress() throws {
            let workspace = try PostgresWorkspace(["dump": Self.text])
            let outcome = try run(
                "postgresql://", in: workspace.folder,
                environment: [
                    "PGHOST": workspace.server.folder, "PGDATABASE": workspace.database, "PGUSER": "postgres",
                ])
            #expect(outcome.status == 0, "\(outcome)")
            #expect(try workspace.rows("TABLE dump") == ["1"])
        }

        @Test(arguments: [
            "postgresql://ada:crocus99@localhost/db", "postgres://ada:crocus99@/db?host=/tmp",
            "postgresql://ada:cr%6Fcus99@localhost/db", "postgresql:///db?password=crocus99",
            "postgresql:///db?host=/tmp&password=crocus99&user=ada", "postgresql:///db?passwor%64=crocus99",
            "postgresql://ada@localhost/db?sslpassword=crocus99",
        ])
        func addressWithPasswordIsRejected(address: String) throws {
            let folder = try TemporaryDirectory(["dump": Self.text])
            for option in [[], ["--json"], ["--dry-run"]] {
                let outcome = try Program.run(["import", "dump", "--into", address] + option, in: folder)
                #expect(outcome.status == 64 && outcome.output == "")
                for word in ["PGPASSWORD", "~/.pgpass", "service file"] {
                    #expect(outcome.messages.contains(word), "\(outcome)")
                }
                for spelling in ["crocus99", "cr%6Fcus99"] { #expect(!outcome.messages.contains(spelling)) }
            }
            #expect(try folder.files == ["dump"])
        }

        // MARK: - Errors

        /// Parts of an address that are wrong, and words of the message.
        @Test(arguments: [
            ("postgresql:///missing?host=SOCKET&user=postgres", #"database "missing" does not exist"#),
            ("postgresql:///DATABASE?host=SOCKET&user=unknown_user", #"role "unknown_user" does not exist"#),
            ("postgresql:///DATABASE?host=SOCKET/none&user=postgres", "No such file or directory"),
            ("postgresql:///DATABASE?host=SOCKET&port=1&user=postgres", "No such file or directory"),
            ("postgresql://postgres@127.0.0.1:1/DATABASE", "127.0.0.1"),
            ("postgresql://postgres@name.invalid/DATABASE", "name.invalid"),
        ])
        func errorOfConnectionSaysWhatToDo(address: String, message: String) throws {
            let workspace = try PostgresWorkspace(["dump": Self.text])
            let outcome = try run(
                address.replacing("SOCKET", with: workspace.server.folder).replacing(
                    "DATABASE", with: workspace.database),
                in: workspace.folder, environment: ["PGPASSWORD": PostgresServer.password])
            #expect(outcome.status == 74 && outcome.output == "", "\(outcome)")
            #expect(outcome.messages.contains(message), "\(outcome)")
            // What to do follows after a semicolon.
            #expect(outcome.messages.contains("; "), "\(outcome)")
            expectNoPassword(outcome)
        }

        @Test(arguments: ["postgresql:///db?unknown=1", "postgresql:///db?port=x", "postgresql://[::1/db"])
        func malformedAddressIsError(address: String) throws {
            let folder = try TemporaryDirectory(["dump": Self.text])
            let outcome = try run(address, in: folder)
            #expect([64, 74].contains(outcome.status) && outcome.output == "", "\(outcome)")
            #expect(!outcome.messages.isEmpty)
            #expect(try folder.files == ["dump"])
        }

        /// Passwords, and whether the server accepts them.
        @Test(arguments: [(PostgresServer.password, true), ("basil-heron", false), ("", false)])
        func passwordIsNeverPrinted(password: String, isCorrect: Bool) throws {
            let workspace = try PostgresWorkspace(["dump": Self.text])
            try workspace.query(
                "ALTER DATABASE \(workspace.database) OWNER TO \(PostgresServer.protectedUser)")
            let address = workspace.server.address(of: workspace.database, user: PostgresServer.protectedUser)
            try workspace.write("*:*:*:*:\(password)\n", to: "passwords")
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o600], ofItemAtPath: workspace.folder.file("passwords").path)
            let passwordFile = workspace.folder.file("passwords").path
            for environment in [["PGPASSWORD": password], ["PGPASSFILE": passwordFile]] {
                for option in [[], ["--json"]] {
                    let outcome = try Program.run(
                        ["import", "dump", "--into", address] + option, in: workspace.folder,
                        environment: environment)
                    expectNoPassword(outcome, password)
                    #expect(outcome.status == (isCorrect ? 0 : 74), "\(outcome)")
                    if !isCorrect {
                        #expect(outcome.messages.contains("password"), "\(outcome)")
                        #expect(outcome.messages.contains("PGPASSWORD"), "\(outcome)")
                    }
                }
            }
            #expect(try workspace.columns().map(\.name) == (isCorrect ? ["n"] : []))
        }

        /// A user who may not create tables.
        @Test func missingPrivilegeIsError() throws {
            let workspace = try PostgresWorkspace(["dump": Self.text])
            try workspace.query("REVOKE CREATE ON SCHEMA public FROM PUBLIC")
            let outcome = try run(
                workspace.server.address(of: workspace.database, user: PostgresServer.protectedUser),
                in: workspace.folder, environment: ["PGPASSWORD": PostgresServer.password])
            #expect(outcome.status == 74)
            #expect(outcome.messages.contains("permission denied"), "\(outcome)")
            expectNoPassword(outcome)
            try workspace.expectNoConnection()
        }

        @Test func viewIsNotTable() throws {
            let workspace = try PostgresWorkspace(["dump": Self.text])
            try workspace.query("CREATE VIEW dump AS SELECT 1 AS n")
            let outcome = try workspace.run("dump")
            #expect(outcome.status == 64)
            #expect(
                outcome.messages.contains("view dump") && outcome.messages.contains("--table"), "\(outcome)")
        }
    }
}
