public import Foundation

extension Importable {
    /// Returns the model as JSON text in UTF-8 that an import can read: one object, or whichever value the type is made
    /// from.
    ///
    ///     let data = try repo.jsonData()
    ///
    /// - Parameter options: the policies and limits. ``ExportOptions/format`` has no effect on one value.
    /// - Throws: ``ImportError`` with the path of a value that JSON cannot represent.
    /// - Complexity: O(*n*), where *n* is the length of the text.
    public func jsonData(options: ExportOptions = Self.exportOptions) throws(ImportError) -> Data {
        // SAFETY: the bytes are valid for the call, and are copied.
        unsafe try TextExport.text(of: self, options) { unsafe Data($0) }
    }

    /// Returns the model as JSON text; see ``jsonData(options:)``.
    public func jsonString(options: ExportOptions = Self.exportOptions) throws(ImportError) -> String {
        // SAFETY: the bytes are valid for the call, and are copied.
        unsafe try TextExport.text(of: self, options) { unsafe String(decoding: $0, as: UTF8.self) }
    }
}
