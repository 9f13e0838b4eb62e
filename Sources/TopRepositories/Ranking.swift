/// The few greatest of any number of elements, in order.
struct Ranking<Element> {
    /// The greatest so far, the greatest first.
    private(set) var elements: [Element] = []
    private let limit: Int
    private let isGreater: (Element, Element) -> Bool

    init(limit: Int, by isGreater: @escaping (Element, Element) -> Bool) {
        self.limit = limit
        self.isGreater = isGreater
    }

    /// Takes an element if it is greater than the least of those it would join. Of equals the first stays.
    mutating func offer(_ element: Element) {
        if elements.count == limit {
            guard let least = elements.last, isGreater(element, least) else { return }
            elements.removeLast()
        }
        let place = elements.firstIndex { isGreater(element, $0) } ?? elements.endIndex
        elements.insert(element, at: place)
    }
}
