import DumpProfile
import JSONRecords

/// Advice about an input that is one object with arrays of objects: the commands that read each array as records.
struct ArrayAdvice {
    private let arrays: [RecordArray]

    init(_ arrays: [RecordArray]) {
        self.arrays = arrays
    }

    /// The lines of the advice; empty if there are no arrays.
    var lines: [String] {
        guard !arrays.isEmpty else { return [] }
        let width = arrays.map(\.text.count).max() ?? 0
        let title =
            "The input is one record. To read \(arrays.count == 1 ? "its array" : "one of its arrays") of objects:"
        return [title]
            + arrays.map { array in
                let padding = String(repeating: " ", count: width - array.text.count)
                return "  \(array.text)\(padding)  \(ShellCommand.reading([array.path]))".printable
            }
    }
}
