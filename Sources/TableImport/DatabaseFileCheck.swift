internal import GRDB
internal import JSONRecords
internal import SystemPackage

/// A check, before each commit, that the file of a connection still is at its path.
///
/// SQLite would write to a file that has another name by now, or none, and the rows would be lost: an import that creates a
/// database and has no rows removes the empty file, which another import may have opened by then, and a third import may
/// create the file again.
final class DatabaseFileCheck: TransactionObserver {
    private let path: String
    private let id: FileID

    /// - Parameter path: the path of the file, which exists.
    init(path: String) throws {
        self.path = path
        id = FileID(try Stat(FilePath(path)))
    }

    func databaseWillCommit() throws {
        guard let status = try? Stat(FilePath(path)), FileID(status) == id else {
            throw TableImportError.databaseMoved(path)
        }
    }

    func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { false }
    func databaseDidChange(with event: DatabaseEvent) {}
    func databaseDidCommit(_ db: Database) {}
    func databaseDidRollback(_ db: Database) {}
}
