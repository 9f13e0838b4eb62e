/// Reading a part of the text once more.
extension Tokenizer: EventSource {
    func location(of offset: Int) -> SourceLocation? { window.location(of: offset) }

    func startsOver() -> Bool { false }

    func again(
        _ range: Range<Int>, cursor: Pinned<TextCursor>, context: UnsafeMutableRawPointer
    ) -> any EventSource {
        // SAFETY: the bytes are copied before anything moves the window.
        let bytes = unsafe [UInt8](
            window.text(range.lowerBound - window.base..<range.upperBound - window.base))
        return unsafe Tokenizer(
            source: MemorySource(bytes), framing: .document, chunkSize: bytes.count, tokenLimit: tokenLimit,
            cursor: cursor, handlers: handlers, context: context,
            start: LineCounter(window.location(of: range.lowerBound)))
    }

    func readAll() -> Step {
        do throws(ImportError) {
            while true {
                let step = try step()
                switch step {
                case .began, .advanced, .lineEnded: continue
                case .finished, .stopped, .starved, .refused: return step
                }
            }
        } catch {
            return .refused(error)
        }
    }
}
