import StreamImport

/// What became of an import.
struct Outcome<Model> {
    /// What was handed on; `nil` where a thrownError keeps it from being known.
    var records: [Model]? = []
    var thrownError: (any Error)?
    var summary: ImportSummary?

    var error: ImportError? { thrownError as? ImportError }

    /// Everything the thrownError says, but for the name of the input.
    var message: String? { thrownError.map(render) }
}

/// Everything an error says but the name of the input, which is not the same for all inputs.
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
    /// Everything the rejection says.
    var rendition: String {
        "#\(number) \(byteRange.lowerBound)..<\(byteRange.upperBound) \(render(error))"
    }
}

extension Mismatch {
    /// Everything the mismatch says.
    var rendition: String { "#\(record) \(render(error))" }
}

extension Outcome {
    /// What was left out, in words.
    var mismatches: [String] { summary?.mismatches.map(\.rendition) ?? [] }
}

extension Outcome where Model: Equatable {
    /// What distinguishes this outcome from another, in words; `nil` if nothing does.
    func difference(from other: Outcome, _ variant: ImportVariant) -> String? {
        difference(from: other, isCompressed: variant.input.isCompressed).map { "\(variant): \($0)" }
    }

    private func difference(from other: Outcome, isCompressed: Bool) -> String? {
        if let records, let others = other.records, records != others {
            return "records: \(records) instead of \(others)"
        }
        if message != other.message {
            return "error: \(message ?? "none") instead of \(other.message ?? "none")"
        }
        if error?.advice != other.error?.advice { return "advice: \(error?.advice ?? "none")" }
        guard knowsSummary, other.knowsSummary else { return nil }
        let (mine, theirs) = (
            facts(withBytesRead: !isCompressed), other.facts(withBytesRead: !isCompressed)
        )
        return mine == theirs ? nil : "summary: \(mine) instead of \(theirs)"
    }

    /// Not all variants say what an import that failed came to.
    var knowsSummary: Bool { summary != nil || thrownError == nil }

    private func facts(withBytesRead: Bool) -> [String] {
        guard let summary else { return ["no summary"] }
        var facts = ["\(summary.recordCount) records", "\(summary.rejectedCount) rejected"]
        facts += summary.rejectedRecords.map { $0.rendition + " " + ($0.text?.debugDescription ?? "no text") }
        facts += ["\(summary.mismatchCount) mismatches"] + summary.mismatches.map(\.rendition)
        facts += summary.unknownKeys.map {
            "\($0.type).\($0.key) at \($0.location.map(\.description) ?? "nowhere")"
        }
        // How far a failed import had read depends on how much it read at a time.
        guard thrownError == nil else { return facts }
        facts.append("\(summary.textBytes) bytes of text")
        if withBytesRead { facts.append("\(summary.bytesRead) bytes") }
        return facts
    }
}
