internal import Foundation
internal import GRDB

/// Where an import begins: at the first record, or behind those that an earlier run has dealt with.
struct Resumption {
    /// What earlier runs came to.
    private(set) var entry = ImportLog.Entry()
    private let log: ImportLog?
    private let identity: InputIdentity?
    private let options: String
    private let tableExists: Bool
    private let table: String

    /// Looks up what the database knows of the input.
    ///
    /// - Throws: ``TableImportError`` if an import was begun that this one cannot go on with.
    init(of input: TableInput, into table: Table, options: TableImportOptions, in db: Database) throws {
        self.options = options.fingerprint
        self.table = table.name
        tableExists = table.exists
        identity = input.fullPath.flatMap { try? InputIdentity(path: $0) }
        log = input.fullPath.map { ImportLog(input: $0, table: table.name) }
        guard let log, let identity, let known = try log.read(db) else { return }
        // Without its rows an import has to begin again.
        guard table.exists || known.entry.isFinished && known.entry.records == known.entry.rejected else {
            return
        }
        if known.identity != identity {
            // What was finished is another dump of the same name.
            guard known.entry.isFinished else {
                throw TableImportError.inputChanged(
                    input.name, records: known.entry.records, table: table.name)
            }
            return
        }
        guard known.entry.isFinished || known.options == self.options else {
            throw TableImportError.optionsChanged(input.name, before: known.options, now: self.options)
        }
        entry = known.entry
    }

    /// Whether the import could be gone on with if it stopped.
    var isPossible: Bool { identity != nil }

    /// Makes ready for notes, and forgets those of a table that is not there any more.
    func begin(in db: Database) throws {
        try ImportLog.create(in: db)
        if !tableExists { try ImportLog.forget(table: table, in: db) }
    }

    func note(_ entry: ImportLog.Entry, in db: Database) throws {
        guard let log, let identity else { return }
        try log.write(entry, identity: identity, options: options, in: db)
    }
}
