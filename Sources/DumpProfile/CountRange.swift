/// The least and the greatest of some counts.
package struct CountRange: Hashable, Sendable {
    package private(set) var least = Int.max
    package private(set) var greatest = -1

    /// `nil` if there was no count.
    package var bounds: ClosedRange<Int>? { greatest < 0 ? nil : least...greatest }

    @inline(__always)
    mutating func insert(_ count: Int) {
        if count < least { least = count }
        if count > greatest { greatest = count }
    }

    mutating func merge(_ other: Self) {
        least = min(least, other.least)
        greatest = max(greatest, other.greatest)
    }
}
