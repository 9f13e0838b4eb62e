import ArgumentParser
import JSONRecords
import TableImport

extension ExpandedArray {
    /// Reads the argument of `--expand`: a path of keys.
    init(argument: String) throws {
        let keys = try JSONPath(argument).components.map { component in
            guard case .key(let key) = component else { throw Self.expectedKeys(argument) }
            return key
        }
        guard !keys.isEmpty else { throw Self.expectedKeys(argument) }
        self.init(path: keys)
    }

    private static func expectedKeys(_ argument: String) -> ValidationError {
        let found = argument.isEmpty ? "an empty path" : argument.printable
        return ValidationError(
            "--expand expects a key or a path of keys, such as items or order.items, found \(found).")
    }
}
