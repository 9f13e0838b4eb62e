internal import Foundation
package import JSONRecords

/// What is read: a file, or something that can be read once only.
package struct TableInput: Sendable {
    /// What messages call it.
    package let name: String
    /// The path of a file; `nil` for what has none, such as standard input. Only an import of a file can be gone on with.
    package let file: String?
    /// Its records.
    package let records: @Sendable (ReadOptions) -> RecordInput

    package init(
        name: String, file: String?, records: @escaping @Sendable (ReadOptions) -> RecordInput
    ) {
        self.name = name
        self.file = file
        self.records = records
    }

    /// Whether there is something to be read, as far as can be seen from outside.
    var canBeOpened: Bool { file.map(FileManager.default.isReadableFile) ?? true }

    /// The path of the file from the root, whatever the working directory is, and links led to it.
    var fullPath: String? { file.map { URL(filePath: $0).resolvingSymlinksInPath().path } }
}
