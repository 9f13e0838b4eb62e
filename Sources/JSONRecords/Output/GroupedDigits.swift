/// Numbers for people. Output for programs has plain digits.
extension Int {
    /// The number with its digits in groups, such as `1,234,567`.
    package var grouped: String { (self < 0 ? "-" : "") + String(magnitude)[...].grouped }

    /// The number with a unit, such as `1 path` or `1,234 paths`.
    package func counted(_ unit: String) -> String { "\(grouped) \(unit)\(self == 1 ? "" : "s")" }
}

extension Substring {
    /// Digits in groups of three.
    package var grouped: String {
        var text = ""
        for (index, digit) in enumerated() {
            if index > 0, (count - index).isMultiple(of: 3) { text += "," }
            text.append(digit)
        }
        return text
    }
}
