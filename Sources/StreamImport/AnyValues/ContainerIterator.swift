/// An iterator over the elements of an array or the members of an object.
struct ContainerIterator {
    /// The whole array or object.
    let value: Any
    let isObject: Bool

    private var members = [String: Any]().makeIterator()
    private var sortedMembers = [(key: String, value: Any)]().makeIterator()
    private let isSorted: Bool
    private var elements = [Any]().makeIterator()

    init(_ object: [String: Any], isSorted: Bool) {
        value = object
        isObject = true
        self.isSorted = isSorted
        if isSorted {
            sortedMembers = object.sorted { $0.key < $1.key }.makeIterator()
        } else {
            members = object.makeIterator()
        }
    }

    init(_ array: [Any]) {
        value = array
        isObject = false
        isSorted = false
        elements = array.makeIterator()
    }

    mutating func nextMember() -> (key: String, value: Any)? {
        isSorted ? sortedMembers.next() : members.next()
    }

    mutating func nextElement() -> Any? { elements.next() }
}
