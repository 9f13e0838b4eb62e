package import Foundation

/// A receiver of the parts of an exported value, such as a writer of text, of dictionaries, or of the columns of a row.
package protocol ExportTarget: AnyObject {
    /// Puts a scalar that JSON can represent.
    func put(_ scalar: ExportedScalar) throws(ImportError)

    func put(_ text: String) throws(ImportError)

    // JSON represents these types as strings or numbers. Other targets may have a form of their own for them.

    /// Puts a date. Targets without a form of their own write it as `dates` says.
    func put(_ date: Date, as dates: DateStrategy) throws
    func put(_ data: Data) throws(ImportError)
    func put(_ id: UUID) throws(ImportError)
    func put(_ number: Float) throws(ImportError)

    /// Puts a value by its JSON text, which is valid. Returns `false` if the target has no text; the value must then be put
    /// part by part.
    func put(json text: [UInt8]) -> Bool

    /// Begins an array, followed by its elements, or an object, followed by keys and values in turn.
    func start(isObject: Bool) throws(ImportError)
    func key(_ key: String) throws(ImportError)
    func end(isObject: Bool) throws(ImportError)
}

extension ExportTarget {
    package func put(_ text: String) throws(ImportError) { try put(.string(text)) }

    package func put(_ date: Date, as dates: DateStrategy) throws {
        try put(dates.exported(date).validated())
    }
    package func put(_ data: Data) throws(ImportError) { try put(.string(data.base64EncodedString())) }
    package func put(_ id: UUID) throws(ImportError) { try put(.string(id.uuidString)) }

    package func put(json text: [UInt8]) -> Bool { false }

    package func put(_ number: Float) throws(ImportError) {
        try put(number.exported(dates: .automatic).validated())
    }
}
