/// The members of a record without a column of their own, which are stored as one JSON object.
struct RestObject {
    /// The texts of the values.
    private var values: [UInt8] = []
    /// The names of the members, and the ranges of their values. The last value of a duplicate name counts.
    private var members: [(name: String, value: Range<Int>)] = []
    private var indices: [String: Int] = [:]

    var isEmpty: Bool { members.isEmpty }

    /// Sets the value of a member. `write` appends the text of the value.
    mutating func set(_ name: String, write: (inout [UInt8]) -> Void) {
        let start = values.count
        write(&values)
        let value = start..<values.count
        // `String` treats all compositions of é as equal; such names of one record share a member only here.
        if let index = indices[name], members[index].name.utf8.elementsEqual(name.utf8) {
            members[index].value = value
        } else {
            indices[name] = members.count
            members.append((name, value))
        }
    }

    /// Removes the members of a flattened object whose key occurs again in the record.
    ///
    /// - Parameter name: the name of the object's column.
    mutating func remove(inside name: String) {
        members.removeAll { $0.name.utf8.starts(with: "\(name)_".utf8) }
        indices = Dictionary(members.enumerated().map { ($1.name, $0) }) { $1 }
    }

    mutating func removeAll() {
        values.removeAll(keepingCapacity: values.capacity <= RowBatch.maximumBytes)
        members.removeAll(keepingCapacity: true)
        indices.removeAll(keepingCapacity: true)
    }

    /// Appends the text of the object.
    func append(to bytes: inout [UInt8]) {
        for (position, member) in members.enumerated() {
            bytes.append(UInt8(ascii: position == 0 ? "{" : ","))
            JSONText.append(string: member.name, to: &bytes)
            bytes.append(UInt8(ascii: ":"))
            bytes += values[member.value]
        }
        bytes.append(UInt8(ascii: "}"))
    }
}
