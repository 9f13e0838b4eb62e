/// A point in time, exact to the nanosecond.
package struct Instant {
    /// Whole seconds since 1970-01-01T00:00:00Z, rounded down. Leap seconds are not counted.
    package var seconds: Int

    /// 0 to 999,999,999, to be added to the seconds.
    package var nanoseconds = 0

    package init(seconds: Int, nanoseconds: Int = 0) {
        self.seconds = seconds
        self.nanoseconds = nanoseconds
    }

    /// The `Double` nearest to the seconds since 1970: the one that the same number spelled in JSON gives.
    package var secondsSince1970: Double {
        if nanoseconds == 0 { return Double(seconds) }
        // A fraction of nine digits is never nearer than 2^-54 to half way between two neighbours of at least
        // 2^-23 apart, unless it is exactly there; so rounding the fraction first does no harm.
        if seconds.magnitude > 1 << 29 { return Double(seconds) + Double(nanoseconds) / 1e9 }
        let total = seconds * 1_000_000_000 + nanoseconds
        let magnitude = Double.nearest(UInt64(total.magnitude), power: -9) ?? Double(total.magnitude) / 1e9
        return total < 0 ? -magnitude : magnitude
    }
}
