internal import JSONRecords

/// The members of a record without a column of their own, which are stored as one JSON object.
struct RestObject {
    private struct Member {
        let name: String
        /// The range of the text of the value.
        let value: Range<Int>
        /// The error of a value that no column can store; `nil` for a member of the object.
        var error: ImportError?
        var isDiscarded = false
    }

    /// The texts of the values.
    private var values: [UInt8] = []
    private var members: [Member] = []
    private var storedCount = 0

    var isEmpty: Bool { storedCount == 0 }

    /// The number of members that were added, including those that were discarded.
    var addedCount: Int { members.count }

    /// Adds a member. `write` appends the text of the value.
    mutating func add(_ name: String, write: (inout [UInt8]) -> Void) {
        let start = values.count
        write(&values)
        members.append(Member(name: name, value: start..<values.count))
        storedCount += 1
    }

    /// Adds the error of a member that no column can store.
    mutating func add(_ error: ImportError) {
        members.append(Member(name: "", value: 0..<0, error: error))
        storedCount += 1
    }

    /// The first error that was not discarded.
    var error: ImportError? {
        isEmpty ? nil : members.first { !$0.isDiscarded && $0.error != nil }?.error
    }

    /// Discards members, by the order in which they were added.
    mutating func discard(_ range: Range<Int>) {
        for index in range where !members[index].isDiscarded {
            members[index].isDiscarded = true
            storedCount -= 1
        }
    }

    mutating func removeAll() {
        values.removeAll(keepingCapacity: values.capacity <= RowBatch.maximumBytes)
        members.removeAll(keepingCapacity: true)
        storedCount = 0
    }

    /// Appends the text of the object. The last value of a duplicate name counts, at the place of the first one.
    func append(to bytes: inout [UInt8]) {
        // `String` treats all compositions of é as equal, so the bytes of the names are compared.
        var lastValues: [[UInt8]: Range<Int>] = [:]
        let stored = members.filter { !$0.isDiscarded }
        let first = stored.filter { lastValues.updateValue($0.value, forKey: Array($0.name.utf8)) == nil }
        for (position, member) in first.enumerated() {
            bytes.append(UInt8(ascii: position == 0 ? "{" : ","))
            CompactJSON.append(string: member.name, to: &bytes)
            bytes.append(UInt8(ascii: ":"))
            bytes += values[lastValues[Array(member.name.utf8)] ?? member.value]
        }
        bytes.append(UInt8(ascii: "}"))
    }
}
