import Testing

@testable import TableImport

/// Imports into the table `t` one after another, and changes of the inputs and of the database between them.
struct ImportScript: CustomTestStringConvertible, Sendable {
    typealias Change = @Sendable (inout TableImportOptions) -> Void

    enum Step: Sendable {
        /// Writes a file, by default the dump.
        case write(String, to: String = "dump.json")
        case sql(String)
        /// Imports a file without an error, and expects the number of rows that the import writes, the number of records
        /// that earlier imports have processed, and the number of rows that each child table gets.
        case run(
            Int, of: String = "dump.json", before: Int? = nil, children: [Int]? = nil,
            _ change: Change = { _ in })
        /// Imports a file, and expects that an earlier import has read all of it.
        case finished(of: String = "dump.json", _ change: Change = { _ in })
        /// Imports a file, and expects that an earlier import has read all of it, or an error because another program has
        /// changed the table.
        case unchanged(of: String = "dump.json")
        /// Imports a file, and expects an error whose description contains a text.
        case error(String, of: String = "dump.json", _ change: Change = { _ in })
        /// Expects the rows of a query.
        case rows([String], _ query: String = "SELECT * FROM t")
        /// Expects the columns of a table.
        case columns([String], of: String = "t")
    }

    let testDescription: String
    private let dump: String
    private let steps: [Step]

    /// - Parameter dump: the contents of the dump before the first step.
    init(_ testDescription: String, _ dump: String, _ steps: Step...) {
        (self.testDescription, self.dump, self.steps) = (testDescription, dump, steps)
    }

    /// - Parameter options: sets the options that all imports have.
    func check(_ options: Change = { _ in }) throws {
        let workspace = try Workspace(dump)
        func run(_ name: String, _ change: Change) -> TableImportResult {
            workspace.run(of: name) {
                options(&$0)
                change(&$0)
            }
        }
        for (number, step) in steps.enumerated() {
            let comment: Comment = "\(testDescription), step \(number): \(step)"
            switch step {
            case .write(let text, let name): try workspace.write(text, to: name)
            case .sql(let sql): try workspace.execute(sql)
            case .run(let rows, let name, let before, let children, let change):
                let result = run(name, change)
                #expect(result.errorDescription == "" && result.rows == rows, comment)
                if let before { #expect(result.recordsBefore == before, comment) }
                if let children { #expect(result.children.map(\.rows) == children, comment) }
            case .finished(let name, let change):
                let result = run(name, change)
                #expect(result.wasFinished && result.rows == 0, comment)
            case .unchanged(let name):
                let result = run(name) { _ in }
                #expect(
                    result.wasFinished || result.errorDescription.contains("changed by another program"),
                    comment)
            case .error(let text, let name, let change):
                #expect(run(name, change).errorDescription.contains(text), comment)
            case .rows(let rows, let query): #expect(try workspace.lines(query) == rows, comment)
            case .columns(let columns, let table):
                #expect(try workspace.columns(of: table) == columns, comment)
            }
        }
        #expect(try workspace.isIntact(), "\(testDescription)")
    }
}

/// The option `--replace`, and the option `--append`.
let (replace, append): (ImportScript.Change, ImportScript.Change) = (
    { $0.changePolicy = .replace }, { $0.changePolicy = .append }
)
