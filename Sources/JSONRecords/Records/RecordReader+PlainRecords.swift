/// The turns of the parser of plain records; see ``PlainRecordParser``.
extension RecordReader {
    /// The number of records that libyajl did not parse.
    package var plainRecordCount: Int { tokenizer.plain?.recordCount ?? 0 }

    /// Stops libyajl after the current token, if plain records may follow it. Returns 0 to stop the parser, else 1.
    ///
    /// A scalar must be followed by a comma: libyajl has to report the error of `1x`.
    func pauseForPlainRecords(isAfterScalar: Bool = false) -> Int32 {
        guard tokenizer.wantsPlainRecords, envelope.nextValueIsRecord, plainForm != nil,
            !isAfterScalar || tokenizer.isBeforeComma
        else { return 1 }
        tokenizer.pause()
        return 0
    }

    /// Allows the parsing of plain records, if the options do.
    func allowPlainRecords() {
        // SAFETY: the function is only compared.
        unsafe tokenizer.allowPlainRecords(options.parser == .automatic, skips: EventContext.skipsObject)
    }

    /// Continues with plain records at the position at which libyajl was stopped.
    func resumeWithPlainRecords() throws {
        try tokenizer.resume(after: envelope.opening)
        context.value.reinstall()
        let isFirst = envelope.recordIndex == 0
        beginPlainRecords(at: isFirst ? .afterBracket : .afterElement, libyajlPlace: .afterBracket)
    }

    /// Begins to parse plain records, if the records of the text may be plain. Called between two records.
    ///
    /// - Parameters:
    ///   - place: the place of the current position.
    ///   - libyajlPlace: the place in which libyajl is; that of the position by default.
    func beginPlainRecords(
        at place: PlainRecordParser.Place, libyajlPlace: PlainRecordParser.Place? = nil
    ) {
        guard case .outside = state, tokenizer.wantsPlainRecords(at: tokenizer.position),
            envelope.nextValueIsRecord, context.value.depth == envelope.depth, let form = plainForm
        else { return }
        tokenizer.beginPlainRecords(
            form, at: place, libyajlPlace: libyajlPlace ?? place,
            maximumDepth: options.maximumDepth - envelope.depth)
    }

    /// The form of the records; `nil` if it is not known yet, if only one value follows, or if the records are in an array in a
    /// line or a sequence.
    private var plainForm: PlainRecordParser.Form? {
        guard framing == .document || envelope.hasTopLevelRecords else { return nil }
        return switch framing {
        case .document: .elements
        case .lines: .lines
        case .sequence: .values
        case .textSequence: .text
        case .automatic, .undecided, .value: nil
        }
    }
}
