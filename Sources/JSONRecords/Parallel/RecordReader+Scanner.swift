/// The search for the boundaries after the text that a reader has parsed.
extension RecordReader {
    /// Returns a scanner for the boundaries in the text after the current position; `nil` if the text cannot be divided
    /// there.
    func makeScanner() -> BoundaryScanner? {
        guard tokenizer.canRemoveUnparsedText else { return nil }
        switch framing {
        case .document:
            // If records precede the array, because a key of the path occurs twice, the number of a record does not tell its
            // index, and the brackets around this array may differ from those around the first one.
            guard !paths.mayLeadToSeveralArrays, envelope.recordIndex == total.nextNumber - 1
            else { return nil }
            return makeBracketScanner(.elements)
        case .sequence:
            return paths.areAtRoot ? makeBracketScanner(.values) : nil
        case .lines, .textSequence:
            guard paths.areAtRoot, let separator = framing.separator else { return nil }
            return .units(UnitScanner(separator, hasText: line.valueCount > 0 || isSkippingLine))
        case .automatic, .undecided, .value: return nil
        }
    }

    private func makeBracketScanner(_ records: BracketScanner.Records) -> BoundaryScanner? {
        guard tokenizer.hasParsedValidText || tokenizer.isBetweenPlainRecords else { return nil }
        var scanner = BracketScanner(records, depth: context.value.depth - envelope.depth)
        tokenizer.withOpenToken { _ = scanner.scan($0) }
        return .brackets(scanner)
    }

    private var isSkippingLine: Bool {
        if case .skippingLine = state { true } else { false }
    }
}
