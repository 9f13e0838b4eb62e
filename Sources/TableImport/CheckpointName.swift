/// The name of an input in checkpoints, which tells the parts of a file apart.
struct CheckpointName {
    /// The absolute path of the file.
    let file: String
    /// The range of the bytes of a part; `nil` for the whole file.
    let byteRange: Range<Int>?

    init(file: String, byteRange: Range<Int>?) {
        self.file = file
        self.byteRange = byteRange
    }

    /// Creates the name of a part of a file from its text; `nil` if the text is not the name of the file or of a part.
    init?(_ text: String, of file: String) {
        self.file = file
        guard text != file else {
            byteRange = nil
            return
        }
        guard text.hasPrefix(file + Self.separator) else { return nil }
        let numbers = text.dropFirst(file.count + Self.separator.count).split(separator: "-").map { Int($0) }
        guard numbers.count == 2, let start = numbers[0], let end = numbers[1], start <= end else {
            return nil
        }
        byteRange = start..<end
    }

    private static let separator = "#bytes="

    var text: String {
        byteRange.map { "\(file)\(Self.separator)\($0.lowerBound)-\($0.upperBound)" } ?? file
    }

    /// Returns whether two different inputs of one file have bytes in common.
    func overlaps(_ other: CheckpointName) -> Bool {
        guard let byteRange, let otherRange = other.byteRange else {
            return byteRange != other.byteRange
        }
        return byteRange != otherRange && byteRange.overlaps(otherRange)
    }
}
