/// Reading a part of the text once more.
extension Tokenizer {
    /// A tokenizer that reads a value of the text at hand again, and finds everything at the same places.
    ///
    /// - Parameters:
    ///   - range: where the value stands.
    ///   - cursor: kept up to date for the handlers; must outlive the tokenizer.
    ///   - context: handed to each of them; must outlive the tokenizer.
    func again(
        _ range: Range<Int>, cursor: Pinned<TextCursor>, context: UnsafeMutableRawPointer
    ) -> Tokenizer {
        // SAFETY: the bytes are copied before anything moves the window.
        let bytes = unsafe [UInt8](
            window.text(range.lowerBound - window.base..<range.upperBound - window.base))
        return unsafe Tokenizer(
            source: MemorySource(bytes), framing: .document, chunkSize: bytes.count, tokenLimit: tokenLimit,
            cursor: cursor, handlers: handlers, context: context,
            start: LineCounter(window.location(of: range.lowerBound)))
    }

    /// Reads everything there is.
    ///
    /// - Returns: `finished`, `stopped` or `refused`.
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
