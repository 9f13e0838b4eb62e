/// The part of a reader that translates the values of a ``Dialect``. It collects each value as text. If the value is a record, it
/// sends the events of the translated text to the consumer, as if they came from the input.
///
/// The memory depends on the largest value and its translation.
@safe
final class RecordTranslator {
    private var translation: any Translation
    /// The text of the translation, as the source of the tokenizer.
    fileprivate var text: [UInt8] = []
    private let source = BorrowedBytesSource()
    /// The tokenizer of the translations. It shares the cursor, and so the context, with the tokenizer of the input.
    let tokenizer: Tokenizer
    private let options: ReadOptions
    /// The offset of the value that began the next record; `nil` if none has.
    fileprivate(set) var beginning: Int?
    /// The outcome of the record whose translation was sent; `nil` if the reader was stopped, and has the error.
    fileprivate var outcome: Result<Void, ImportError>?

    init(_ dialect: Dialect, _ options: ReadOptions, _ cursor: Pinned<TextCursor>) {
        translation = dialect.makeTranslation()
        self.options = options
        tokenizer = Tokenizer(
            source: source, chunkSize: options.chunkBytes, tokenLimit: options.maximumTokenBytes,
            cursor: cursor)
    }

    func select(path: Int) { translation.select(path: path) }

    var note: String? { translation.note }

    /// Discards the value that began a record, because the next value has an error.
    func discardBeginning() {
        beginning = nil
        translation.discardBeginning()
    }

    fileprivate func translate(_ value: Span<UInt8>) throws(ImportError) -> Translated {
        text.removeAll(keepingCapacity: text.capacity <= Self.maximumIdleCapacity)
        return try translation.append(value, to: &text)
    }

    /// The capacity up to which memory stays allocated from one value to the next.
    private static let maximumIdleCapacity = 1 << 20

    /// Sends the events of the translation of the value at an offset. The offsets in the translation begin with that of the value,
    /// so that the offset of the record is one in the input.
    fileprivate func send(to events: Pinned<EventTable>, _ context: Pinned<EventContext>, offset: Int) {
        let (cursor, depth) = (context.value.cursor, context.value.depth)
        defer { (context.value.cursor, context.value.depth) = (cursor, depth) }
        outcome = nil
        let text = text
        source.withBytes(text.span) {
            do throws(ImportError) {
                tokenizer.restart(chunkSize: options.chunkBytes, tokenLimit: options.maximumTokenBytes)
                let start = SourceLocation(offset: offset, line: 1, column: 1)
                tokenizer.window.restart(at: LineCounter(at: start))
                tokenizer.updateCursor()
                try tokenizer.start(acceptsManyValues: true, separator: nil)
                context.value.install(events)
                var step = try tokenizer.step()
                while case .advanced = step { step = try tokenizer.step() }
                if case .syntaxError(let error) = step { throw error }
            } catch {
                outcome = .failure(error)
            }
        }
    }
}

// MARK: - Values

extension RecordReader {
    /// Receives the text of a value, which ends with the current token.
    fileprivate func translate(_ value: Span<UInt8>, isScalar: Bool) -> Int32 {
        guard let translator else { preconditionFailure("the reader has no translator") }
        let offset = context.value.cursor.tokenEnd - value.count
        let beginning = translator.beginning
        translator.beginning = nil
        let recordState = State.inRecord(start: isScalar ? nil : beginning ?? offset)
        state = recordState
        do throws(ImportError) {
            let translated = try translator.translate(value)
            if let beginning, translated != .record {
                let isRejected = rejectAction(
                    beginning..<offset, found: "another action", at: location(of: offset))
                guard isRejected else { return 0 }
            }
            if translated == .beginning { translator.beginning = offset }
            guard translated == .record else {
                context.value.install(Self.events)
                return recordEnds() ? 1 : 0
            }
        } catch {
            let error = error.with(location: location(of: offset))
            return error.code == .invalidOption ? stop(error) : reject(error)
        }
        if isSkipping { return recordCompleted(isScalar: isScalar) }
        if consumer.takesObjectsOnly, translator.text.first != UInt8(ascii: "{") {
            let found = TokenExcerpt(isScalar ? value : value.extracting(first: 1)).description
            return reject(
                .typeMismatch(expected: "an object", found: found).with(location: location(of: offset)))
        }
        state = .inTranslation(start: offset)
        translator.send(to: consumer.events, context, offset: offset)
        state = recordState
        context.value.install(Self.events)
        return switch translator.outcome {
        case .success: recordCompleted(isScalar: isScalar)
        case .failure(let error): reject(error)
        case nil: 0
        }
    }

    /// Receives the end of the record whose translation is being sent. Returns 0 to stop the tokenizer of the translation, else 1.
    func translationEnded(_ outcome: Result<Void, ImportError>) -> Int32 {
        guard case .inTranslation = state, let translator else {
            preconditionFailure("a record ended before it began")
        }
        translator.outcome = outcome
        if case .success = outcome { return 1 }
        return 0
    }
}

// MARK: - Events

// SAFETY, of all callbacks: the parser passes the address of the context in the consumer's memory. It lends the bytes
// until the callback returns, and nothing keeps their address. Nothing writes to the event table.
extension RecordTranslator {
    @safe nonisolated(unsafe) static let events = unsafe Pinned(
        EventTable(
            null: { unsafe receiveScalar($0) },
            bool: { address, _ in unsafe receiveScalar(address) },
            number: { address, _, _ in unsafe receiveScalar(address) },
            string: { address, _, _ in unsafe receiveScalar(address) },
            objectStart: { unsafe EventContext.openKeepingText(EventContext.context($0)) },
            objectEnd: { _ in preconditionFailure("an object ended that is not skipped") },
            arrayStart: { unsafe EventContext.openKeepingText(EventContext.context($0)) },
            arrayEnd: { _ in preconditionFailure("an array ended that is not skipped") },
            rawText: { address, bytes, count in
                unsafe EventContext.reader(EventContext.context(address)).translate(
                    Span(_unsafeStart: bytes!, count: count), isScalar: false)
            }))

    private static func receiveScalar(_ address: UnsafeMutableRawPointer?) -> Int32 {
        let context = unsafe EventContext.context(address)
        let reader = EventContext.reader(context)
        return reader.withText(reader.tokenStart..<context.value.cursor.tokenEnd) {
            reader.translate($0, isScalar: true)
        }
    }
}

/// The names of columns that stand after the rows. They are read in a pass of its own, before that of the rows.
private final class TrailingHeader: RecordTextReceiver {
    /// The names that were read last.
    private var header = ArrayRows(.first)
    /// The names that were read first.
    private var names: [[UInt8]] = []
    private var areEqual = true
    private var isAtHeader = false
    private var hasRows = false

    /// Returns the names; `nil` if they stand before the rows, or if the input has no rows.
    ///
    /// - Parameters:
    ///   - input: the rows and the names, at the first and the second path, without a dialect.
    ///   - path: the path of the names.
    /// - Throws: ``ImportError``, also if there are no names, or if later rows have other names.
    static func names(of input: RecordInput, at path: JSONPath) throws(ImportError) -> [String]? {
        let receiver = TrailingHeader()
        do {
            try input.read(into: RecordTextConsumer(receiver))
        } catch {
            guard let error = error as? ImportError else { return nil }
            throw error.code == .pathNotFound && error.path == path
                ? .noColumnNames(at: path).with(input: error.input) : error
        }
        receiver.headerEnded()
        guard receiver.hasRows else { return nil }
        guard !receiver.names.isEmpty else { throw .noColumnNames(at: path).with(input: input.origin.name) }
        guard receiver.areEqual else {
            throw ImportError(
                .invalidOption,
                "expected the same names at \(path.argument) after all rows, found other names",
                advice: "import rows with different columns by commands of their own",
                input: input.origin.name)
        }
        return receiver.names.map { StringSpelling($0.span.withoutQuotes()).decoded }
    }

    func receive(_ text: Span<UInt8>, at offset: Int) throws(ImportError) {
        guard isAtHeader else { return }
        var translation: [UInt8] = []
        _ = try header.append(text, to: &translation)
    }

    func select(path: Int) {
        headerEnded()
        isAtHeader = path == 1
        if isAtHeader { header.select(path: path) }
    }

    private func headerEnded() {
        guard isAtHeader else { return }
        if names.isEmpty { names = header.names }
        areEqual = areEqual && names == header.names
    }

    func recordCompleted(_ record: borrowing CompletedRecord) throws {
        guard !isAtHeader, !hasRows else { return }
        // The names stand before the rows.
        guard names.isEmpty else { throw StopReading() }
        hasRows = true
    }

    func recordDiscarded() {}
}

extension RecordInput {
    /// Returns the input with the names of the columns in place of their path, if they stand after the rows and the input can be read
    /// twice.
    func readingTrailingHeader() throws(ImportError) -> RecordInput {
        guard let path = options.dialect?.headerPath, part == nil, origin.canBeReadTwice else { return self }
        var options = options
        (options.dialect, options.errorPolicy, options.skippedRecordCount) = (nil, .fail, 0)
        (options.onRejected, options.rejectedTexts) = (nil, .discarded)
        (options.onOtherArray, options.onProgress, options.yieldInterval) = (nil, nil, nil)
        let header = RecordInput(
            origin, at: RecordPaths(paths.paths[0].path, header: path), options: options)
        guard let names = try TrailingHeader.names(of: header, at: path) else { return self }
        options = self.options
        options.dialect = .rows(.names(names))
        return RecordInput(origin, at: RecordPaths([paths.paths[0]]), options: options)
    }
}

extension ImportError {
    fileprivate static func noColumnNames(at path: JSONPath) -> ImportError {
        ImportError(
            .invalidOption, "expected the names of the columns at \(path.argument), found none",
            advice: path.components.count == 1
                ? "to name the only column, write --header \(path.argument)," : nil)
    }
}
