internal import Foundation
internal import GRDB
internal import SQLiteSupport

/// Where an import begins: at the first record, or behind those that an earlier run has dealt with.
struct Resumption {
    /// What earlier runs came to.
    let entry: ImportLog.Entry
    private let file: String?
    private let identity: InputIdentity?
    private let log: ImportLog?
    private let options: String
    private let table: Table
    /// What the log has of the input: what this run has written, once it has.
    private var noted: ImportLog.Entry?
    /// How the table is defined, as far as this run knows.
    private var definition: String?

    /// Looks up what the database knows of the input.
    ///
    /// - Throws: ``TableImportError`` if an import was begun that this one cannot go on with.
    init(of input: TableInput, into table: Table, options: TableImportOptions, in db: Database) throws {
        self.options = options.fingerprint
        self.table = table
        definition = table.definition
        file = input.fullPath
        identity = file.flatMap { try? InputIdentity(path: $0) }
        let log = file.map { ImportLog(input: $0, path: options.path.description, table: table.name) }
        self.log = log
        let known = try log?.read(db)
        noted = known?.entry
        guard let known else {
            entry = ImportLog.Entry()
            return
        }
        entry = try Self.entry(known, identity, table, input: input.name, options: options.fingerprint)
    }

    /// What is left of an import that was noted.
    private static func entry(
        _ known: (entry: ImportLog.Entry, identity: InputIdentity, options: String),
        _ identity: InputIdentity?,
        _ table: Table, input: String, options: String
    ) throws -> ImportLog.Entry {
        let hadNoRows = known.entry.records == known.entry.rejected
        // Without its rows an import has to begin again.
        guard table.isKnown || hadNoRows, let identity else { return ImportLog.Entry() }
        if known.identity != identity {
            // What was finished is another dump of the same name.
            guard known.entry.isFinished else {
                throw TableImportError.inputChanged(input, records: known.entry.records, table: table.name)
            }
            return ImportLog.Entry()
        }
        guard !hadNoRows || known.options == options else { return ImportLog.Entry() }
        // How many rows were written at a time makes no difference when all are.
        let isSame =
            known.entry.isFinished
            ? TableImportOptions.isAlike(known.options, options) : known.options == options
        guard isSame else {
            throw TableImportError.optionsChanged(input, before: known.options, now: options)
        }
        return known.entry
    }

    /// Whether the import could be gone on with if it stopped.
    var isPossible: Bool { identity != nil }

    /// Whether the input is not what it was when the import began.
    var inputHasChanged: Bool {
        guard let identity, let file else { return false }
        return (try? InputIdentity(path: file)) != identity
    }

    /// Makes ready for notes, and forgets those of a table that is not there any more, or is another one.
    func begin(in db: Database) throws {
        try ImportLog.create(in: db)
        if !table.isKnown { try ImportLog.forget(table: table.name, in: db) }
    }

    /// Makes sure that nobody has changed the table, or imported the same, since this run has looked.
    func check(in db: Database) throws {
        guard try TableInfo(table.name, in: db)?.sql == definition, try log?.read(db)?.entry == noted
        else {
            throw TableImportError.changedMeanwhile(table.name)
        }
    }

    mutating func note(_ entry: ImportLog.Entry, in db: Database) throws {
        definition = try TableInfo(table.name, in: db)?.sql
        guard let log, let identity else { return }
        try log.write(entry, identity: identity, options: options, in: db)
        noted = entry
    }
}
