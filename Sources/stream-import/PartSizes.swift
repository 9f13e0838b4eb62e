/// The division of inputs into parts of about the same size.
///
/// The inputs are imagined one after another, and divided at equal distances. An input that is much smaller than a part is not
/// divided: it is read together with its neighbors.
struct PartSizes {
    private let starts: [Int]
    private let sizes: [Int]
    private let count: Int
    /// The size of a part, in bytes.
    private let size: Double

    /// The maximum number of parts. With more, reading the manifest would take longer than reading a part.
    static let maximumCount = 1_000_000

    /// - Parameters:
    ///   - sizes: the sizes of the inputs, in bytes.
    ///   - count: the number of parts, at most ``maximumCount``.
    init(of sizes: [Int], count: Int) {
        self.sizes = sizes
        self.count = count
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

    /// Returns the numbers of the parts to which the pieces of the inputs belong, from 1 on without gaps.
    ///
    /// Pieces of different inputs may be one part. Two pieces of one input are two parts, even if they are small.
    ///
    /// - Parameter pieces: the ranges of the pieces of each input, which was divided near some of its ``offsets(inInput:)``.
    func numbers(of pieces: [[Range<Int>]]) -> [[Int]] {
        // Each of the following divisions needs a part.
        var divisionCount = pieces.reduce(0) { $0 + $1.count - 1 }
        var (number, last) = (0, -1)
        return pieces.enumerated().map { input, ranges in
            ranges.enumerated().map { piece, range in
                if piece > 0 { divisionCount -= 1 }
                let least = piece > 0 ? last + 1 : max(last, 0)
                let position = min(max(position(ofInput: input, range), least), count - 1 - divisionCount)
                if position != last { number += 1 }
                last = position
                return number
            }
        }
    }

    /// Returns the number of parts before the middle of a piece.
    private func position(ofInput index: Int, _ range: Range<Int>) -> Int {
        let middle = Double(starts[index]) + (Double(range.lowerBound) + Double(range.upperBound)) / 2
        return Int(middle / size)
    }
}
