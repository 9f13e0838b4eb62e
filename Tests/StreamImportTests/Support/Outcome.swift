import StreamImport

/// What became of an import.
struct Outcome<Model> {
    /// What was handed on; `nil` where a failure keeps it from being known.
    var records: [Model]? = []
    var failure: (any Error)?
    var summary: ImportSummary?

    var error: ImportError? { failure as? ImportError }

    /// Everything the failure says, but for the name of the input.
    var problem: String? { failure.map(render) }
}

/// Everything an error says but the name of the input, which is not the same for all inputs.
func render(_ failure: any Error) -> String {
    guard let error = failure as? ImportError else { return "\(failure)" }
    var place: [String] = []
    if let location = error.location {
        place.append("\(location.line):\(location.column) (\(location.offset))")
    }
    if let record = error.record { place.append("record \(record)") }
    if let path = error.path { place.append(path.description) }
    return "\(error.code) at \(place.joined(separator: ", ")): \(error.problem)"
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
    func difference(from other: Outcome, _ way: Way) -> String? {
        difference(from: other, isCompressed: way.input.isCompressed).map { "\(way): \($0)" }
    }

    private func difference(from other: Outcome, isCompressed: Bool) -> String? {
        if let records, let others = other.records, records != others {
            return "records: \(records) instead of \(others)"
        }
        if problem != other.problem {
            return "error: \(problem ?? "none") instead of \(other.problem ?? "none")"
        }
        if error?.advice != other.error?.advice { return "advice: \(error?.advice ?? "none")" }
        guard knowsSummary, other.knowsSummary else { return nil }
        let (mine, theirs) = (
            facts(withBytesRead: !isCompressed), other.facts(withBytesRead: !isCompressed)
        )
        return mine == theirs ? nil : "summary: \(mine) instead of \(theirs)"
    }

    /// Not all ways say what an import that failed came to.
    var knowsSummary: Bool { summary != nil || failure == nil }

    private func facts(withBytesRead: Bool) -> [String] {
        guard let summary else { return ["no summary"] }
        var facts = ["\(summary.recordCount) records", "\(summary.rejectedCount) rejected"]
        facts += summary.rejectedRecords.map { $0.rendition + " " + ($0.text?.debugDescription ?? "no text") }
        facts += ["\(summary.mismatchCount) mismatches"] + summary.mismatches.map(\.rendition)
        facts += summary.unknownKeys.map {
            "\($0.type).\($0.key) at \($0.location.map(\.description) ?? "nowhere")"
        }
        // How far a failed import had read depends on how much it read at a time.
        guard failure == nil else { return facts }
        facts.append("\(summary.textBytes) bytes of text")
        if withBytesRead { facts.append("\(summary.bytesRead) bytes") }
        return facts
    }
}
