/// A location in the input text, after decompression.
public struct SourceLocation: Hashable, Sendable, CustomStringConvertible {
    /// The number of bytes before the location, from the start of the text.
    public let offset: Int

    /// The line, counted from 1; lines end with a line feed.
    public let line: Int

    /// The column, counted in bytes from 1.
    public let column: Int

    /// Creates a location from its three coordinates.
    public init(offset: Int, line: Int, column: Int) {
        self.offset = offset
        self.line = line
        self.column = column
    }

    /// The location as `line 3, column 14 (byte 120)`.
    public var description: String {
        "line \(line), column \(column) (byte \(offset))"
    }
}
