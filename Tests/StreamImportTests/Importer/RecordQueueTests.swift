import Testing

@testable import JSONRecords
@testable import StreamImport

@Suite struct RecordQueueTests {
    private let queue = RecordQueue<Token>()

    private final class Token {
        let number: Int

        init(_ number: Int) { self.number = number }
    }

    private func add(_ token: Token) {
        // SAFETY: the queue moves the token out of the memory, which is freed afterwards.
        let memory = UnsafeMutablePointer<Token>.allocate(capacity: 1)
        unsafe memory.initialize(to: token)
        queue.append(unsafe RecordAddress(memory: memory))
        unsafe memory.deallocate()
    }

    @Test func queueKeepsOrderForAnyCount() throws {
        for count in [0, 1, 15, 16, 17, 100] {
            for number in 0..<count { add(Token(number)) }
            for number in 0..<count { #expect(queue.popFirst()?.number == number) }
            #expect(queue.isEmpty && queue.popFirst() == nil)
        }
    }

    @Test func interleavedAppendAndPopKeepOrder() throws {
        var next = 0
        for number in 0..<100 {
            add(Token(number))
            if number % 3 == 0 {
                #expect(queue.popFirst()?.number == next)
                next += 1
            }
        }
        while let token = queue.popFirst() {
            #expect(token.number == next)
            next += 1
        }
        #expect(next == 100)
    }

    @Test func remainingRecordsAreFreedWithQueue() throws {
        weak var taken: Token?
        weak var left: Token?
        do {
            let queue = RecordQueueTests()
            let tokens = [Token(1), Token(2)]
            (taken, left) = (tokens[0], tokens[1])
            for token in tokens { queue.add(token) }
            _ = queue.queue.popFirst()
        }
        #expect(taken == nil && left == nil)
    }
}
