import Testing

@testable import JSONRecords
@testable import StreamImport

/// The queue of records that were read and not returned yet.
@Suite struct RecordQueueTests {
    private let queue = RecordQueue<Token>()

    private final class Token {
        let number: Int

        init(_ number: Int) { self.number = number }
    }

    private func add(_ token: Token) {
        // SAFETY: `append` moves the token out of the memory, so that no value is left in the memory that is
        // deallocated.
        let memory = UnsafeMutablePointer<Token>.allocate(capacity: 1)
        unsafe memory.initialize(to: token)
        queue.append(unsafe ValueAddress(UnsafeMutableRawPointer(memory)))
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
        weak var poppedToken: Token?
        weak var queuedToken: Token?
        do {
            let suite = RecordQueueTests()
            let tokens = [Token(1), Token(2)]
            (poppedToken, queuedToken) = (tokens[0], tokens[1])
            for token in tokens { suite.add(token) }
            _ = suite.queue.popFirst()
        }
        #expect(poppedToken == nil && queuedToken == nil)
    }
}
