import JSONRecords

/// A line that shows the progress of an import.
///
///     dump.json.gz  ━━━━━━━━━━━━─────────────  48%  12.3 of 25.6 MB  8,112 records  31.0 MB/s  0:00 left
package struct ProgressBar {
    let name: String
    let bytes: Int
    /// The size of the input in bytes; `nil` if unknown.
    let totalBytes: Int?
    let records: Int
    /// The time spent reading, without the time for the skipped records.
    let elapsed: Duration
    /// The part of the input that an earlier run processed, and that this run skips.
    let skipped: Skipped

    package struct Skipped: Sendable {
        package var records = 0
        /// The size of the part in bytes; `nil` until its end is reached.
        package var bytes: Int?

        package init() {}
    }

    package init(
        name: String, bytes: Int, totalBytes: Int?, records: Int, elapsed: Duration,
        skipped: Skipped = Skipped()
    ) {
        (self.name, self.bytes, self.totalBytes) = (name, bytes, totalBytes)
        (self.records, self.elapsed, self.skipped) = (records, elapsed, skipped)
    }

    private static let partSeparator = "  "
    private static let maximumNameLength = 24
    private static let maximumBarWidth = 40
    private static let minimumBarWidth = 8

    /// Returns the line, in at most `width` characters. `paint` colors the completed part of the bar.
    ///
    /// A line that is too long first omits the name, then the bar, and then figures from the end.
    package func text(width: Int, paint: (String) -> String) -> String {
        var parts = figures
        while parts.count > 1, Self.line(parts).count > width { parts.removeLast() }
        var room = width - Self.line(parts).count
        let nameWidth = shortName.count + Self.partSeparator.count
        let minimumRoomForBar = fractionCompleted == nil ? 0 : Self.minimumBarWidth + Self.partSeparator.count
        let showsName = room >= nameWidth + minimumRoomForBar
        if showsName { room -= nameWidth }
        if let fractionCompleted, room >= minimumRoomForBar {
            parts.insert(
                bar(
                    fractionCompleted: fractionCompleted,
                    width: min(room - Self.partSeparator.count, Self.maximumBarWidth),
                    paint: paint), at: 0)
        }
        if showsName { parts.insert(shortName, at: 0) }
        return Self.line(parts)
    }

    private static func line(_ parts: [String]) -> String { parts.joined(separator: partSeparator) }

    /// The fraction read, from 0 to 1. It is at most 1 even if the file grows while it is read.
    private var fractionCompleted: Double? {
        totalBytes.map { $0 > 0 ? min(Double(bytes) / Double($0), 1) : 1 }
    }

    private var shortName: String {
        name.count <= Self.maximumNameLength ? name : "…" + name.suffix(Self.maximumNameLength - 1)
    }

    /// Whether the import is still skipping the records of an earlier run.
    private var isSkipping: Bool { skipped.records > 0 && skipped.bytes == nil }

    /// The speed in bytes per second; 0 while records are skipped, and in the first 0.2 seconds, which are too short to
    /// measure.
    private var rate: Double {
        let seconds = elapsed / .seconds(1)
        guard seconds > 0.2, !isSkipping else { return 0 }
        return Double(bytes - (skipped.bytes ?? 0)) / seconds
    }

    /// The parts after the bar: the percentage, the bytes, the records, the speed and the time left.
    private var figures: [String] {
        var figures: [String] = []
        if let fractionCompleted, let totalBytes {
            let percent = String(Int(fractionCompleted * 100))
            figures.append(String(repeating: " ", count: max(3 - percent.count, 0)) + percent + "%")
            figures.append(ByteCountText.text(bytes, of: totalBytes))
        } else {
            figures.append(ByteCountText.text(Double(bytes)))
        }
        if isSkipping {
            figures.append("\(records.grouped) of \(skipped.records.grouped) records already imported")
        } else {
            figures.append(records.counted("record"))
        }
        guard rate > 0 else { return figures }
        figures.append(ByteCountText.text(rate) + "/s")
        if let totalBytes {
            figures.append(Self.time(Double(max(totalBytes - bytes, 0)) / rate) + " left")
        }
        return figures
    }

    private func bar(fractionCompleted: Double, width: Int, paint: (String) -> String) -> String {
        let completed = String(repeating: "━", count: Int(fractionCompleted * Double(width)))
        let remaining = String(repeating: "─", count: width - completed.count)
        return (completed.isEmpty ? "" : paint(completed)) + remaining
    }

    /// Returns a time such as `1:05`, or `2:03:09` from one hour on.
    private static func time(_ seconds: Double) -> String {
        let seconds = Int(min(seconds.rounded(.up), 359_999))
        let (minutes, secondOfMinute) = (seconds / 60, (seconds % 60).padded(to: 2))
        guard minutes >= 60 else { return "\(minutes):\(secondOfMinute)" }
        return "\(minutes / 60):\((minutes % 60).padded(to: 2)):\(secondOfMinute)"
    }
}

/// Numbers of bytes as text for a person.
enum ByteCountText {
    private static let units = ["bytes", "kB", "MB", "GB", "TB"]

    /// Returns a size such as `25.6 MB`.
    static func text(_ bytes: Double) -> String {
        let unit = unit(of: bytes)
        return scaledText(bytes: bytes, unit) + " " + units[unit]
    }

    /// Returns a part of a size, such as `12.3 of 25.6 MB`. Both have the unit of the total.
    static func text(_ bytes: Int, of total: Int) -> String {
        let unit = unit(of: Double(total))
        return scaledText(bytes: Double(bytes), unit) + " of " + scaledText(bytes: Double(total), unit)
            + " " + units[unit]
    }

    /// Returns the index in `units` of the unit for a size.
    private static func unit(of bytes: Double) -> Int {
        var (scaled, unit) = (bytes, 0)
        // A size that would be rounded to 1000.0 has the next unit.
        while scaled >= 999.95, unit < units.count - 1 {
            scaled /= 1000
            unit += 1
        }
        return unit
    }

    private static func scaledText(bytes: Double, _ unit: Int) -> String {
        var scaled = bytes
        for _ in 0..<unit { scaled /= 1000 }
        guard unit > 0 else { return String(Int(scaled)) }
        let tenths = Int((scaled * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }
}
