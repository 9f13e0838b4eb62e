import BenchmarkSupport

/// The error of a contender whose result differs from the reference. The contender is not timed.
struct Disagreement: Error, CustomStringConvertible {
    let contender: String
    let outcome: Outcome
    let reference: Reference

    var description: String {
        "\(contender) found \(outcome), the reference is \(reference)"
    }
}
