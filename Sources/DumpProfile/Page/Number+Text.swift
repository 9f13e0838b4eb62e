import JSONRecords

extension Int {
    /// The number with its digits in groups, such as `1,234,567`.
    var grouped: String { (self < 0 ? "-" : "") + String(magnitude)[...].grouped }

    /// The number with a unit, such as `1 path` or `1,234 paths`.
    func counted(_ unit: String) -> String { "\(grouped) \(unit)\(self == 1 ? "" : "s")" }
}

extension String {
    /// The spelling of a number, with the digits of its integer in groups. A long fraction is truncated.
    var groupedNumber: String {
        let sign = hasPrefix("-") ? "-" : ""
        let whole = dropFirst(sign.count).prefix(while: \.isNumber)
        let fraction = dropFirst(sign.count + whole.count).prefix { $0.isNumber || $0 == "." }
        let exponent = dropFirst(sign.count + whole.count + fraction.count)
        let room = Swift.max(8 - whole.count, 3)
        return sign + whole.grouped + (fraction.count > room ? fraction.prefix(room - 1) + "…" : fraction)
            + exponent
    }
}

extension Substring {
    /// Digits in groups of three.
    var grouped: String {
        var text = ""
        for (index, digit) in enumerated() {
            if index > 0, (count - index).isMultiple(of: 3) { text += "," }
            text.append(digit)
        }
        return text
    }
}

extension Double {
    /// The number with at most two digits after the point.
    var short: String {
        let rounded = (self * 100).rounded() / 100
        return Int(exactly: rounded).map { "\($0)" } ?? "\(rounded)"
    }

    /// The number for a script, with all digits.
    var spelling: String { Int(exactly: self).map { "\($0)" } ?? "\(self)" }

    /// The number for people. An integer has its digits in groups.
    var grouped: String {
        if magnitude < 1e15, let integer = Int(exactly: self) { return integer.grouped }
        return description.groupedNumber
    }

    /// The date at this number of seconds since 1970-01-01T00:00:00Z, such as `2014-05-01` or `2014-05-01 08:00:00`; the
    /// number if the year is not in the range from 1 to 9999.
    func dateText(hasTime: Bool) -> String {
        guard CivilDate.secondsSince1970.contains(self) else { return grouped }
        let seconds = Int(rounded(.down))
        let days = Int((Double(seconds) / 86_400).rounded(.down))
        let (year, month, day) = CivilDate(daysSince1970: days).components
        let date = "\(year.padded(to: 4))-\(month.padded(to: 2))-\(day.padded(to: 2))"
        let time = seconds - days * 86_400
        guard hasTime else { return date }
        return date
            + " \((time / 3600).padded(to: 2)):\((time / 60 % 60).padded(to: 2)):\((time % 60).padded(to: 2))"
    }
}

extension Int {
    fileprivate func padded(to count: Int) -> String {
        let digits = String(self)
        return String(repeating: "0", count: Swift.max(count - digits.count, 0)) + digits
    }
}
