package import Foundation

/// What the parts of an exported value become: text, dictionaries, or the columns of a row.
package protocol ExportTarget: AnyObject {
    /// Takes a value that has no parts, and can be said in JSON.
    func put(_ scalar: ExportedScalar) throws(ImportError)

    // What JSON has to spell, and others have a form of their own for.

    /// Takes a date, written so where it has to be spelled.
    func put(_ date: Date, as dates: DateStrategy) throws
    func put(_ data: Data) throws(ImportError)
    func put(_ id: UUID) throws(ImportError)
    func put(_ number: Float) throws(ImportError)

    /// Begins an array, whose elements follow, or an object, in which keys and values take turns.
    func start(isObject: Bool) throws(ImportError)
    func key(_ key: String) throws(ImportError)
    func end(isObject: Bool) throws(ImportError)
}

extension ExportTarget {
    package func put(_ date: Date, as dates: DateStrategy) throws {
        try put(dates.exported(date).validated())
    }
    package func put(_ data: Data) throws(ImportError) { try put(.string(data.base64EncodedString())) }
    package func put(_ id: UUID) throws(ImportError) { try put(.string(id.uuidString)) }

    package func put(_ number: Float) throws(ImportError) {
        try put(number.exported(dates: .automatic).validated())
    }
}
