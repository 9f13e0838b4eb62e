internal import JSONRecords

/// The members of a record without a column of their own, which are stored as one JSON object.
struct RestObject {
    private struct Member {
        let path: [String]
        let value: Range<Int>
        /// The error of a value that no column can store; `nil` for a member of the object.
        var error: ImportError?
        var isDiscarded = false
    }

    private var values: [UInt8] = []
    private var members: [Member] = []
    private var storedCount = 0

    var isEmpty: Bool { storedCount == 0 }

    /// The number of members that were added, including those that were discarded.
    var addedCount: Int { members.count }

    /// Adds a member. `write` appends the text of the value.
    mutating func add(_ path: [String], write: (inout [UInt8]) -> Void) {
        let start = values.count
        write(&values)
        members.append(Member(path: path, value: start..<values.count))
        storedCount += 1
    }

    /// Adds the error of a member that no column can store.
    mutating func add(_ error: ImportError) {
        members.append(Member(path: [], value: 0..<0, error: error))
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

    /// Returns the text of the value of a key; `nil` if there is none.
    func value(of key: String) -> [UInt8]? {
        let member = members.last {
            !$0.isDiscarded && $0.path.count == 1 && $0.path[0].utf8.elementsEqual(key.utf8)
        }
        return member.map { Array(values[$0.value]) }
    }

    /// Appends the text of the object. A member has the keys of its path as its key, with a number if another path has the
    /// same one. The last value of a path counts, at the place of the first one.
    func append(to bytes: inout [UInt8]) {
        var names = MemberNames()
        for (position, member) in storedMembers.enumerated() {
            bytes.append(UInt8(ascii: position == 0 ? "{" : ","))
            CompactJSON.append(
                string: names.add(member.path.isEmpty ? "value" : member.path.joined(separator: "_")),
                to: &bytes)
            bytes.append(UInt8(ascii: ":"))
            bytes += values[member.value]
        }
        bytes.append(UInt8(ascii: "}"))
    }

    private var storedMembers: [Member] {
        // `String` treats all compositions of é as equal, so bytes are compared, here and for the names.
        var positions: [[[UInt8]]: Int] = [:]
        var stored: [Member] = []
        for member in members where !member.isDiscarded {
            let path = member.path.map { Array($0.utf8) }
            if let position = positions[path] {
                stored[position] = member
            } else {
                positions[path] = stored.count
                stored.append(member)
            }
        }
        return stored
    }
}

struct MemberNames {
    /// The names, each with the number to try next for another member of this name. No number is tried twice for a name.
    private(set) var nextNumbers: [[UInt8]: Int] = [:]

    /// Adds a name, with a number if the object has a member of this name, and returns it.
    mutating func add(_ name: String) -> String {
        let base = Array(name.utf8)
        var unused = base
        while nextNumbers[unused] != nil {
            let number = nextNumbers[base, default: 2]
            nextNumbers[base] = number + 1
            unused = base + "_\(number)".utf8
        }
        nextNumbers[unused] = 2
        return String(decoding: unused, as: UTF8.self)
    }
}
