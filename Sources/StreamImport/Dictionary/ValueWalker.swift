// stub
final class ValueWalker: EventSource {
    init(
        _ value: Any, cursor: Pinned<TextCursor>, handlers: EventHandlers, context: UnsafeMutableRawPointer,
        inside source: any EventSource
    ) {}
    func currentToken() -> (offset: Int, text: String) { (0, "") }
    func text(_ range: Range<Int>) -> String? { nil }
    func surrogates() -> (arePaired: Bool, repaired: String) { (true, "") }
    func location(of offset: Int) -> SourceLocation? { nil }
    func again(_ range: Range<Int>, cursor: Pinned<TextCursor>, context: UnsafeMutableRawPointer)
        -> any EventSource
    { self }
    func readAll() -> Tokenizer.Step { .finished }
}
