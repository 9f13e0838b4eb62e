/// A point in time, exact to the nanosecond.
package struct Instant {
    /// Whole seconds since 1970-01-01T00:00:00Z, rounded down. Leap seconds are not counted.
    package var seconds: Int

    /// The nanoseconds to add to the seconds, 0 to 999,999,999.
    package var nanoseconds = 0

    package init(seconds: Int, nanoseconds: Int = 0) {
        self.seconds = seconds
        self.nanoseconds = nanoseconds
    }

    /// The `Double` nearest to the seconds since 1970-01-01T00:00:00Z. A JSON number with the same value becomes the
    /// same `Double`.
    package var secondsSince1970: Double {
        if nanoseconds == 0 { return Double(seconds) }
        // Above 2^29, neighboring values are at least 2^-23 apart. A fraction of nine digits is either exactly half way
        // between two values or at least 2^-54 away from the half-way point, so rounding the fraction first does not
        // change the result.
        if seconds.magnitude > 1 << 29 { return Double(seconds) + Double(nanoseconds) / 1e9 }
        let total = seconds * 1_000_000_000 + nanoseconds
        let magnitude = Double.nearest(UInt64(total.magnitude), power: -9) ?? Double(total.magnitude) / 1e9
        return total < 0 ? -magnitude : magnitude
    }
}
