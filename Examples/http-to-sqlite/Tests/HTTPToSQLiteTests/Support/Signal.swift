/// An event that happens once, and for which other tasks wait.
struct Signal: Sendable {
    private let events: AsyncStream<Never>
    private let continuation: AsyncStream<Never>.Continuation

    init() { (events, continuation) = AsyncStream.makeStream() }

    func send() { continuation.finish() }

    func wait() async { for await _ in events {} }
}
