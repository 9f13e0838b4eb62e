import ArgumentParser
import Foundation
import JSONRecords

/// The command that reads inputs to their ends, and reports whether they can be imported.
struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Reads inputs to the end, reports errors with their locations, and counts the records.",
        discussion: """
            In lines, each invalid line is reported, up to --limit. In other inputs, the first error ends the check of the \
            input.

            EXAMPLES:
              stream-import check dump.json
              stream-import check --path data.items export.json.gz
              stream-import check --format lines logs/*.ndjson.zst
              curl -s https://example.com/dump.json.gz | stream-import check -

            \(Help.more)
            """)

    @OptionGroup var inputArguments: InputArguments
    @OptionGroup var inputOptions: InputOptions

    @Option(
        help: ArgumentHelp(
            "The maximum number of invalid lines of an input. One more ends the check of the input.",
            valueName: "count"))
    var limit = 100

    @OptionGroup var outputOptions: OutputOptions

    private var console: Console { Console() }

    func validate() throws {
        try inputOptions.validate(with: inputArguments.partOptions)
        try validate("--limit", limit, atLeast: 0)
    }

    func run() throws {
        var worst = ExitStatus.success
        let inputs = try inputArguments.all()
        var rule = try inputs.rule(at: inputOptions.givenPath, format: inputOptions.format, console)
        guard !inputOptions.explains else { return try inputs.explain(by: rule, console) }
        for (index, input) in inputs.enumerated() {
            let progress = Progress(of: inputs.title(index), isQuiet: outputOptions.quiet)
            worst = max(worst, try check(input, by: &rule, progress))
        }
        guard worst == .success else { throw worst.code }
    }

    private func check(
        _ input: InputArgument, by rule: inout RecordRule, _ progress: Progress
    ) throws -> ExitStatus {
        let interruptHandler = try InterruptHandler(endingReadOf: input, progress)
        let records = input.records(by: &rule)
        var options = inputOptions.readOptions
        options.errorPolicy = limit == 0 ? .fail : .collect(limit: limit)
        options.onProgress = { progress.update($0) }
        var summary = RecordSummary()
        var readError: ImportError?
        do {
            // The note about an only object names its arrays.
            if rule.inputCount > 1 { try records.checkPath() }
            let reader = try records.input(options).makeParallelReader { RecordChecker() }
            defer {
                reader.close()
                summary = reader.summary
            }
            while let batch = reader.next() { try reader.deliver(batch) {} }
        } catch {
            readError = (error as? ImportError).map { records.advised($0) }
        }
        progress.finish()
        return try withExtendedLifetime(interruptHandler) {
            try printResult(summary, readError, of: input, records)
        }
    }

    /// - Parameter readError: the error that stopped reading before the end.
    private func printResult(
        _ summary: RecordSummary, _ readError: ImportError?, of input: InputArgument, _ records: InputRecords
    ) throws -> ExitStatus {
        // If no line is JSON, the input does not consist of lines, and errors after the first would be misleading.
        if (input.part?.format ?? inputOptions.format) == .automatic, summary.recordCount == 0,
            let first = summary.rejectedRecords.first, first.error.category != .data
        {
            console.reportError(records.advised(first.error), in: input)
            return .badData
        }
        for record in summary.rejectedRecords { console.reportError(record.error, in: input) }
        if let readError {
            console.reportError(readError, in: input)
            if summary.recordCount > 0 {
                try printResult("\(input.title): stopped after \(countsText(summary))")
            }
            return ExitStatus(readError)
        }
        let note = records.note(keepsKeys: false).map { "; " + $0.printable } ?? ""
        try printResult("\(input.title): \(countsText(summary)), \(summary.textBytes) bytes of text" + note)
        return summary.rejectedRecords.isEmpty ? .success : .recordsRejected
    }

    private func printResult(_ line: String) throws {
        if !outputOptions.quiet { try console.result(line) }
    }

    private func countsText(_ summary: RecordSummary) -> String {
        let records = "\(summary.recordCount) \(summary.recordCount == 1 ? "record" : "records")"
        return summary.rejectedRecords.isEmpty
            ? records : records + ", \(summary.rejectedRecords.count) rejected"
    }
}

/// A consumer that reports the paths of errors in records. A path leads through nested arrays to an element, or to a
/// member of the outermost object. The consumer skips values nested in a member at the speed of the parser, as an
/// import does, which stores them as JSON.
@safe
final class RecordChecker: RecordConsumer {
    private struct State {
        /// The index of the current element of each open array.
        var indices: [Int] = []
        var isInObject = false
        /// The current key of the object.
        var key: String?
    }

    private let memory = ConsumerMemory { _ in State() }

    deinit {
        memory.free()
    }

    private var state: Pinned<State> { memory.state }

    var events: Pinned<EventTable> { Self.events }
    var context: Pinned<EventContext> { memory.context }

    var path: [JSONPath.Component] {
        state.value.indices.map { .index($0) } + [state.value.key].compactMap(\.self).map { .key($0) }
    }

    func recordCompleted(_ record: borrowing CompletedRecord) {}
    func recordDiscarded() { state.value = State() }
}

extension RecordChecker: RecordCollector {
    var consumer: any RecordConsumer { self }
    func takeBatch() {}
}

extension RecordChecker {
    /// Checks a text that begins with a record.
    ///
    /// - Returns: the first error, with its path and location in the text; `nil` if there is none.
    static func firstError(in text: Span<UInt8>, _ options: ReadOptions) -> ImportError? {
        var options = options
        options.expectsOneValue = true
        do {
            _ = try TextReader(RecordChecker()).read(text, mayBeCompressed: false, options: options)
            return nil
        } catch {
            return error as? ImportError
        }
    }
}

// MARK: - Events

// SAFETY, of all callbacks: The parser passes the address of the context in the checker's memory. It lends the bytes
// until the callback returns, and the callback copies them. Nothing writes to the event table.
extension RecordChecker {
    @safe private nonisolated(unsafe) static let events = unsafe Pinned(
        EventTable(
            null: { unsafe valueEnds($0, isScalar: true) },
            bool: { address, _ in unsafe valueEnds(address, isScalar: true) },
            number: { address, _, _ in unsafe valueEnds(address, isScalar: true) },
            string: { address, bytes, count in
                unsafe EventContext.withText(address, bytes, count) { _ in
                    unsafe valueEnds(address, isScalar: true)
                }
            },
            objectStart: { unsafe start($0, isArray: false) },
            key: { address, bytes, count in
                unsafe EventContext.withText(address, bytes, count) { key in
                    unsafe state(address).value.key = String(decoding: key, as: UTF8.self)
                    return 1
                }
            },
            objectEnd: { address in
                unsafe state(address).value.isInObject = false
                unsafe state(address).value.key = nil
                unsafe EventContext.context(address).value.suppressScalars(false)
                return unsafe end(address)
            },
            arrayStart: { unsafe start($0, isArray: true) },
            arrayEnd: { address in
                unsafe state(address).value.indices.removeLast()
                return unsafe end(address)
            }))

    private static func state(_ address: UnsafeMutableRawPointer?) -> Pinned<State> {
        unsafe ConsumerMemory<State>.state(address)
    }

    private static func start(_ address: UnsafeMutableRawPointer?, isArray: Bool) -> Int32 {
        let (context, state) = unsafe (EventContext.context(address), state(address))
        guard context.value.open() else { return EventContext.reader(context).stop(context.value.tooDeep) }
        let isRecord = !state.value.isInObject && state.value.indices.isEmpty
        if isRecord, context.value.isRecordValid {
            context.value.skipRecord()
        } else if state.value.isInObject {
            context.value.skip()
        } else if isArray {
            state.value.indices.append(0)
        } else {
            state.value.isInObject = true
            // Of the scalars, only strings can make an import reject the record.
            context.value.suppressScalars(context.value.unpairedSurrogates == .replace)
        }
        return 1
    }

    private static func end(_ address: UnsafeMutableRawPointer?) -> Int32 {
        unsafe EventContext.context(address).value.depth -= 1
        return unsafe valueEnds(address, isScalar: false)
    }

    /// Ends a value: counts the element if an array is open, and ends the record otherwise.
    private static func valueEnds(_ address: UnsafeMutableRawPointer?, isScalar: Bool) -> Int32 {
        let state = unsafe state(address)
        if state.value.isInObject { return 1 }
        guard state.value.indices.isEmpty else {
            state.value.indices[state.value.indices.count - 1] += 1
            return 1
        }
        return unsafe EventContext.reader(EventContext.context(address)).recordCompleted(isScalar: isScalar)
    }
}
