/// The division of inputs into parts of about the same size.
///
/// The inputs are imagined one after another, and divided at equal distances. An input that is much smaller than a part is not
/// divided: it is read together with its neighbors.
struct PartSizes {
    private let starts: [Int]
    private let sizes: [Int]
    /// The size of a part, in bytes.
    private let size: Double

    /// The maximum number of parts. With more, reading the manifest would take longer than reading a part.
    static let maximumCount = 1_000_000

    /// - Parameters:
    ///   - sizes: the sizes of the inputs, in bytes.
    ///   - count: the number of parts, at most ``maximumCount``.
    init(of sizes: [Int], count: Int) {
        self.sizes = sizes
        starts = sizes.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1) }
        size = max(Double(sizes.reduce(0, +)) / Double(count), 1)
    }

    /// Returns the number of parts that have at most a size.
    static func count(of sizes: [Int], upTo size: Int) -> Int {
        let (count, rest) = sizes.reduce(0, +).quotientAndRemainder(dividingBy: size)
        return max(rest == 0 ? count : count + 1, 1)
    }

    /// Returns the offsets at which an input is divided.
    func offsets(inInput index: Int) -> [Int] {
        let (start, end) = (Double(starts[index]), Double(starts[index] + sizes[index]))
        let first = (start / size).rounded(.down)
        // A piece of less than a tenth of a part is not worth a reader of its own.
        let margin = size / 10
        return stride(from: first * size, to: end, by: size)
            .filter { $0 >= start + margin && $0 <= end - margin }
            .map { Int($0 - start) }
    }

    /// Returns the number of the part, counted from 0, to which a piece of an input belongs.
    func part(ofInput index: Int, _ range: Range<Int>) -> Int {
        let middle = Double(starts[index]) + (Double(range.lowerBound) + Double(range.upperBound)) / 2
        return Int(middle / size)
    }
}
