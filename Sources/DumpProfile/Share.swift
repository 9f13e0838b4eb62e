/// A share of a total.
struct Share {
    /// The share as a number from 0 to 1. A share of nothing is 1.
    let fraction: Double
    /// The share in percent.
    let text: String

    init(_ part: Int, of total: Int) {
        fraction = part < total ? Double(part) / Double(total) : 1
        guard part < total else {
            text = "100%"
            return
        }
        let tenthsOfPercent = Int((fraction * 1000).rounded())
        switch tenthsOfPercent {
        case 0: text = part == 0 ? "0%" : "<0.1%"
        case 1000...: text = ">99.9%"
        default:
            text =
                tenthsOfPercent % 10 == 0
                ? "\(tenthsOfPercent / 10)%" : "\(tenthsOfPercent / 10).\(tenthsOfPercent % 10)%"
        }
    }
}
