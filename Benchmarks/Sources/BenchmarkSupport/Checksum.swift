/// What a contender found, added up over some of the fields it bound: cheap enough not to be felt in the time,
/// and hard to get right without having read the values.
///
/// Everything is inlinable: a call per field into another module would be felt.
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

    /// Adds the magnitude of a number, so that signs do not cancel out what is wrong.
    @inlinable public mutating func add(_ value: Double?) { reals += (value ?? 0).magnitude }

    /// Adds the length of a string in UTF-8.
    @inlinable public mutating func add(_ value: String?) { textBytes += value?.utf8.count ?? 0 }

    /// Adds a truth value as 0 or 1.
    @inlinable public mutating func add(_ value: Bool?) { integers &+= value == true ? 1 : 0 }

    /// Whether both saw the same values. Sums of doubles may differ in the last digits: not every contender
    /// rounds correctly.
    func agrees(with other: Checksum) -> Bool {
        records == other.records && integers == other.integers && textBytes == other.textBytes
            && (reals - other.reals).magnitude <= 1e-12 * max(reals, other.reals)
    }
}

/// A record that can be added to a checksum.
public protocol Summable {
    /// Adds what the record holds.
    func add(to sum: inout Checksum)
}

extension Checksum {
    /// The checksum of records that were collected.
    @inlinable
    public init<Record: Summable>(of records: [Record]) {
        for record in records { add(record) }
    }

    /// Counts a record and adds what it holds.
    @inlinable
    public mutating func add<Record: Summable>(_ record: Record) {
        addRecord()
        record.add(to: &self)
    }
}
