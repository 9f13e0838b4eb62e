import Foundation

extension Process {
    /// Starts the process, and kills it when it has changed the files of a database several times. A transaction creates a
    /// journal, changes its size and that of the database, and removes the journal.
    func run(
        andKillAfter changeCount: Int, changesOf database: URL, _ duringRun: () throws -> Void = {}
    ) throws {
        var state = Self.state(of: database)
        try run()
        try duringRun()
        var changes = 0
        while changes < changeCount, isRunning {
            let next = Self.state(of: database)
            if next != state { changes += 1 } else { usleep(20) }
            state = next
        }
        kill(processIdentifier, SIGKILL)
        waitUntilExit()
    }

    /// Returns the sizes of the database and of its journal; 0 for a file that does not exist.
    private static func state(of database: URL) -> [Int] {
        [database.path, database.path + "-journal"].flatMap { path in
            var status = stat()
            // SAFETY: the path is NUL-terminated, and the system writes the status during the call only.
            return unsafe stat(path, &status) == 0 ? [Int(status.st_size) + 1] : [0]
        }
    }
}

extension TemporaryDirectory {
    /// Removes a database with its journal, if they exist.
    func removeDatabase(_ name: String) throws {
        for file in [name, name + "-journal"] where has(file) {
            try FileManager.default.removeItem(at: self.file(file))
        }
    }

    /// Returns the rows of a database after a kill. Reads a copy, so that the next import, and not the test, rolls the
    /// interrupted transaction back. Returns no rows if the table does not exist.
    func rowsAfterKill(_ sql: String, of name: String, table: String) throws -> [String] {
        try removeDatabase("copy")
        for suffix in ["", "-journal"] where has(name + suffix) {
            try FileManager.default.copyItem(at: file(name + suffix), to: file("copy" + suffix))
        }
        return try hasTable(table, of: "copy") ? rows(sql, of: "copy") : []
    }

    /// Returns for each import of a database whether it is finished.
    func finishedImports(of name: String) throws -> [Bool] {
        try rowsAfterKill("SELECT finished FROM stream_import", of: name, table: "stream_import").map {
            $0 == "1"
        }
    }
}

/// Waits until the condition is true.
func wait(until condition: () throws -> Bool) rethrows {
    while try !condition() { usleep(10_000) }
}
