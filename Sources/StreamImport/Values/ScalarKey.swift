public import Foundation

/// A key that is a scalar. `JSONEncoder` encodes a dictionary with such keys as an array of keys and values in turn.
protocol ScalarKey: ImportableKey, ImportableScalar {}

extension UUID: ScalarKey {
    /// Creates the UUID that the text spells.
    public init?(importKey text: Span<UInt8>) {
        guard let bits = UUIDBits(text) else { return nil }
        self.init(bits: bits.value)
    }

    /// Returns the UUID in groups of hexadecimal digits.
    public func exportKey() -> String { uuidString }
}

extension Date: ScalarKey {
    /// Creates the date that the text spells in ISO 8601. An import uses the format of the field or of
    /// ``ImportOptions/dates`` instead.
    public init?(importKey text: Span<UInt8>) {
        guard let instant = Instant(iso8601: text) else { return nil }
        self.init(timeIntervalSince1970: instant.secondsSince1970)
    }

    /// Returns the date in ISO 8601.
    public func exportKey() throws -> String {
        guard case .string(let text) = try DateStrategy.iso8601.exported(self) else {
            throw ImportError.keyNotExportable("Date")
        }
        return text
    }
}
