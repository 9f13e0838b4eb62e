internal import Foundation
internal import GRDB

/// A transaction of several small imports, because each commit waits for the disk.
///
/// Each batch, which is rows and a checkpoint, has a savepoint in the transaction: an error undoes only its batch. The
/// transaction begins before the first import reads the tables, so that no other program changes them. It ends between two
/// imports or batches.
final class SharedTransaction {
    private(set) var isOpen = false
    /// The error because of which the rows since the last commit are not in the database.
    var error: (any Error)?
    private var (importCount, rowCount, maximumRowCount) = (0, 0, 0)
    private var (start, interval) = (ContinuousClock.now, Duration.zero)
    private var hasCommitted = false

    private static let maximumImportCount = 100
    /// The time in which other programs can lock the database after a commit, in microseconds.
    private static let pause: UInt32 = 5_000

    /// Adds an import that can share a transaction, and begins the transaction. Commits it before any other import.
    ///
    /// - Returns: whether the import is in the transaction.
    /// - Throws: the error of the commit.
    func add(_ options: TableImportOptions, from start: ImportStart, in database: Database) throws -> Bool {
        let canShare =
            options.sharesTransaction && !options.isDryRun && !options.follows
            && start != .firstRecordReplacingRows
        if !canShare { commit(database) }
        if let error { throw error }
        if canShare, !isOpen {
            if hasCommitted { usleep(Self.pause) }
            // An import with its own transactions reports the error of the lock, unless it has nothing to write.
            isOpen = (try? begin(database)) == true
            (importCount, rowCount, self.start) = (0, 0, .now)
        }
        importCount += 1
        (maximumRowCount, interval) = (options.batchSize, options.commitInterval)
        return canShare && isOpen
    }

    /// Returns whether the transaction has begun. A constraint or trigger with `ROLLBACK` would undo other imports.
    private func begin(_ database: Database) throws -> Bool {
        try database.beginTransaction(.immediate)
        let sql = "SELECT NOT EXISTS (SELECT * FROM sqlite_master WHERE sql LIKE '%ROLLBACK%')"
        let canBegin = try? Bool.fetchOne(database.cachedStatement(sql: sql))
        guard canBegin == true else {
            try database.rollback()
            return false
        }
        return true
    }

    /// Writes a batch.
    ///
    /// - Parameter body: writes the rows, and returns their number.
    func write(_ database: Database, _ body: () throws -> Int) throws {
        do {
            try database.inSavepoint {
                rowCount += try body()
                return .commit
            }
        } catch {
            // SQLite ends the transaction after errors such as that of a full disk.
            if !database.isInsideTransaction { (self.error, isOpen) = (error, false) }
            throw error
        }
        if isFull { commit(database) }
        if let error { throw error }
    }

    var isFull: Bool {
        importCount >= Self.maximumImportCount || rowCount >= maximumRowCount || .now - start >= interval
    }

    func commit(_ database: Database) {
        guard isOpen else { return }
        (isOpen, hasCommitted) = (false, true)
        do {
            try database.commit()
        } catch {
            self.error = error
            if database.isInsideTransaction { try? database.rollback() }
        }
    }
}
