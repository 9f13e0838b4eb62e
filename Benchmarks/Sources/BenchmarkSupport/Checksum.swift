/// Sums over some of the values that a contender has read. The additions are too cheap to affect the time. The sums are
/// unlikely to be right unless the contender has read the values correctly.
///
/// Everything is inlinable, because a call for each field into another module would affect the time.
public struct Checksum: Codable, Sendable {
    @usableFromInline var records = 0
    @usableFromInline var integers = 0
    @usableFromInline var reals = 0.0
    @usableFromInline var textBytes = 0

    /// The checksum of no records.
    @inlinable public init() {}

    /// Counts a record.
    @inlinable public mutating func addRecord() { records += 1 }

    /// Adds an integer; the sum wraps around.
    @inlinable public mutating func add(_ value: Int?) { integers &+= value ?? 0 }

    /// Adds the magnitude of a number, so that errors with opposite signs do not cancel out.
    @inlinable public mutating func add(_ value: Double?) { reals += (value ?? 0).magnitude }

    /// Adds the length of a string in UTF-8 bytes.
    @inlinable public mutating func add(_ value: String?) { textBytes += value?.utf8.count ?? 0 }

    /// Adds a Boolean as 0 or 1.
    @inlinable public mutating func add(_ value: Bool?) { integers &+= value == true ? 1 : 0 }

    /// Returns whether both checksums are equal. Sums of doubles may differ in the last digits, because not every
    /// contender rounds correctly.
    func agrees(with other: Checksum) -> Bool {
        records == other.records && integers == other.integers && textBytes == other.textBytes
            && (reals - other.reals).magnitude <= 1e-12 * max(reals, other.reals)
    }
}

extension Checksum: CustomStringConvertible {
    /// The sums by name, such as `records=2 integers=7 reals=0.5 text_bytes=12`.
    public var description: String {
        "records=\(records) integers=\(integers) reals=\(reals) text_bytes=\(textBytes)"
    }
}

/// A record that can be added to a checksum.
public protocol Summable: SendableMetatype {
    /// Adds the values of the record.
    func add(to sum: inout Checksum)

    /// Adds the same values of a record that Foundation's untyped parser has read. The reference consists of these.
    static func add(_ record: JSONObject, to sum: inout Checksum)
}

extension Checksum {
    /// Creates the checksum of collected records.
    @inlinable
    public init<Record: Summable>(of records: [Record]) {
        for record in records { add(record) }
    }

    /// Counts a record of a type and adds its values.
    @inlinable
    public mutating func add<Record: Summable>(_ record: JSONObject, as type: Record.Type) {
        addRecord()
        type.add(record, to: &self)
    }

    /// Counts a record and adds its values.
    @inlinable
    public mutating func add<Record: Summable>(_ record: Record) {
        addRecord()
        record.add(to: &self)
    }
}
