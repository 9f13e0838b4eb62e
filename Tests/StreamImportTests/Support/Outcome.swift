import StreamImport

/// The outcome of an import.
struct Outcome<Model> {
    /// The delivered records; `nil` if they are unknown because of the thrown error.
    var records: [Model]? = []
    var thrownError: (any Error)?
    var summary: ImportSummary?

    var error: ImportError? { thrownError as? ImportError }

    /// The thrown error as text, without the name of the input.
    var message: String? { thrownError.map(render) }
}

/// Returns an error as text, without the name of the input, which differs between the variants.
func render(_ thrownError: any Error) -> String {
    guard let error = thrownError as? ImportError else { return "\(thrownError)" }
    var parts: [String] = []
    if let location = error.location {
        parts.append("\(location.line):\(location.column) (\(location.offset))")
    }
    if let record = error.record { parts.append("record \(record)") }
    if let path = error.path { parts.append(path.description) }
    return "\(error.code) at \(parts.joined(separator: ", ")): \(error.message)"
}

extension RejectedRecord {
    /// The rejected record as text.
    var rendition: String {
        "#\(number) \(byteRange.lowerBound)..<\(byteRange.upperBound) \(render(error))"
    }
}

extension Mismatch {
    /// The mismatch as text.
    var rendition: String { "#\(record) \(render(error))" }
}

extension Outcome {
    /// The mismatches as text.
    var mismatches: [String] { summary?.mismatches.map(\.rendition) ?? [] }
    /// The rejected records as text.
    var rejected: [String] { summary?.rejectedRecords.map(\.rendition) ?? [] }
    /// The keys that are reported as unknown.
    var unknownKeys: [String] { summary?.unknownKeys.map(\.key) ?? [] }
}

extension Outcome where Model: Equatable {
    /// Returns the difference from another outcome as text; `nil` if there is none.
    func difference(from other: Outcome, _ variant: ImportVariant) -> String? {
        difference(from: other, isCompressed: variant.input.isCompressed).map { "\(variant): \($0)" }
    }

    private func difference(from other: Outcome, isCompressed: Bool) -> String? {
        if let records, let otherRecords = other.records, records != otherRecords {
            return "records: \(records) instead of \(otherRecords)"
        }
        if message != other.message {
            return "error: \(message ?? "none") instead of \(other.message ?? "none")"
        }
        if error?.advice != other.error?.advice { return "advice: \(error?.advice ?? "none")" }
        guard knowsSummary, other.knowsSummary else { return nil }
        let (summaryFacts, otherSummaryFacts) = (
            facts(withBytesRead: !isCompressed), other.facts(withBytesRead: !isCompressed)
        )
        return summaryFacts == otherSummaryFacts
            ? nil : "summary: \(summaryFacts) instead of \(otherSummaryFacts)"
    }

    /// Whether the summary is known. Some variants have no summary of a failed import.
    var knowsSummary: Bool { summary != nil || thrownError == nil }

    private func facts(withBytesRead: Bool) -> [String] {
        guard let summary else { return ["no summary"] }
        var facts = ["\(summary.recordCount) records", "\(summary.rejectedCount) rejected"]
        facts += summary.rejectedRecords.map { $0.rendition + " " + ($0.text?.debugDescription ?? "no text") }
        facts += ["\(summary.mismatchCount) mismatches"] + summary.mismatches.map(\.rendition)
        facts += summary.unknownKeys.map {
            "\($0.type).\($0.key) at \($0.location.map(\.description) ?? "nowhere")"
        }
        // The number of bytes that a failed import has read depends on the chunk size.
        guard thrownError == nil else { return facts }
        facts.append("\(summary.textBytes) bytes of text")
        if withBytesRead { facts.append("\(summary.bytesRead) bytes") }
        return facts
    }
}
