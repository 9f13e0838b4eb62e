import StreamImport
import Testing

/// The operations of sequences on the records of an import.
@Suite struct LazySequenceTests {
    private struct Stop: Error {}

    private let numbers = StreamImporter.objects(of: Int.self, from: "[1,2,3,4,5,6]")
    private let truncated = StreamImporter.objects(of: Int.self, from: "[1,2,3")

    private typealias Numbers = LazyImportSequence<Int, Int>

    /// Each sequence, and its values.
    private var sequences: [(Numbers, [Int])] {
        var sequences: [(Numbers, [Int])] = []
        func add(_ sequence: Numbers, _ values: [Int]) { sequences.append((sequence, values)) }
        add(numbers.map { $0 * 2 }, [2, 4, 6, 8, 10, 12])
        add(numbers.compactMap { $0 % 2 == 0 ? $0 * 2 : nil }, [4, 8, 12])
        let even: Numbers = numbers.filter { $0 % 2 == 0 }
        add(even, [2, 4, 6])
        add(numbers.prefix(2), [1, 2])
        add(numbers.prefix(0), [])
        add(numbers.prefix(6), [1, 2, 3, 4, 5, 6])
        add(numbers.prefix(100), [1, 2, 3, 4, 5, 6])
        add(numbers.prefix(0).map { $0 }.prefix(3), [])
        add(even.map { $0 * 2 }.prefix(2).filter { $0 != 4 }, [8])
        add(numbers.prefix(3).filter { $0 == 1 }.prefix(5), [1])
        add(numbers.prefix(5).prefix(2), [1, 2])
        add(numbers.prefix(2).prefix(5), [1, 2])
        add(numbers.filter { _ in false }.prefix(1), [])
        return sequences
    }

    @Test func valuesAreTheSameInEachLoop() async throws {
        for (sequence, values) in sequences {
            #expect(try sequence.collect() == values)
            var looped: [Int] = []
            try sequence.forEach { looped.append($0) }
            var iterator = sequence.makeIterator()
            while let value = try iterator.next() { looped.append(value) }
            #expect(try iterator.next() == nil)
            for try await value in sequence { looped.append(value) }
            #expect(looped == values + values + values)
        }
    }

    @Test func operationsHaveTheSameSpellingInAsynchronousCode() async throws {
        var found: [Int] = []
        for try await value in numbers.filter({ $0 > 1 }).map({ $0 * 2 }).prefix(2) { found.append(value) }
        #expect(found == [4, 6])
        #expect(try numbers.reduce(0) { $0 + $1 } == 21)
        #expect(try numbers.first { $0 > 3 } == 4)
        #expect(try numbers.contains { $0 == 6 })
        #expect(try numbers.contains(6) && !numbers.contains(7))
        #expect(try numbers.map { $0 * 2 }.contains(12))
        #expect(try numbers.reduce(0, +) == 21)
        #expect(try numbers.map { $0 * 2 }.reduce(into: 0, +=) == 42)
        func isSix(_ number: Int) -> Bool { number == 6 }
        #expect(try numbers.first(where: isSix) == 6 && numbers.contains(where: isSix))
        #expect(try numbers.filter(isSix).first() == 6)
    }

    @Test func valuesAreReturnedAndErrorsAreThrown() throws {
        #expect(try numbers.reduce(0, +) == 21)
        #expect(try numbers.reduce(into: []) { $0.append($1) } == [1, 2, 3, 4, 5, 6])
        #expect(try numbers.first() == 1)
        #expect(try numbers.first { $0 > 3 } == 4)
        #expect(try numbers.first { $0 > 6 } == nil)
        #expect(try numbers.contains { $0 == 6 })
        #expect(try !numbers.contains { $0 == 7 })
        #expect(try numbers.contains(6) && !numbers.contains(7))
        #expect(try numbers.map { $0 * 2 }.contains(12))
        #expect(try truncated.first { $0 == 2 } == 2)
        expectError(.unexpectedEnd) { _ = try truncated.reduce(0, +) }
        expectError(.unexpectedEnd) { _ = try truncated.first { $0 > 3 } }
        expectError(.unexpectedEnd) { _ = try truncated.contains(7) }
        expectError(.unexpectedEnd) { _ = try truncated.map { $0 }.collect() }
        expectError(.invalidOption) { _ = try numbers.prefix(-1).collect() }
    }

    @Test func prefixReadsNoFurtherRecord() throws {
        var count = 0
        // With chunks of one byte, an iterator has one record at a time.
        var options = ImportOptions()
        options.chunkBytes = 1
        let records = StreamImporter.objects(of: Int.self, from: "[1,2,3,x", options: options)
            .map { (number: Int) -> Int in
                count += 1
                return number
            }
        #expect(try records.prefix(2).collect() == [1, 2])
        #expect(count == 2)
        #expect(try records.prefix(2).forEach { _ in }.recordCount == 2)
        #expect(try StreamImporter.objects(of: Int.self, from: "x").prefix(0).collect() == [])
    }

    @Test func errorOfFunctionEndsImport() async throws {
        let sequence: Numbers = numbers.map { (number: Int) throws -> Int in
            if number == 3 { throw Stop() }
            return number
        }
        #expect(throws: Stop.self) { try sequence.forEach { _ in } }
        var iterator = sequence.makeIterator()
        #expect(try [iterator.next(), iterator.next()] == [1, 2])
        #expect(throws: Stop.self) { try iterator.next() }
        #expect(try iterator.next() == nil)
        var asyncIterator = sequence.makeAsyncIterator()
        while (try? await asyncIterator.next(isolation: nil)) != nil {}
        #expect(try await asyncIterator.next(isolation: nil) == nil)
    }

    @Test func iterationBeginsAgain() throws {
        let first = numbers.prefix(2)
        #expect(try first.collect() + first.collect() == [1, 2, 1, 2])
    }

    // MARK: - Results

    @Test func resultsEndWithError() throws {
        var (found, errors): ([Int], [ImportError]) = ([], [])
        for result in truncated.results {
            switch result {
            case .success(let number): found.append(number)
            case .failure(let error): errors.append(error)
            }
        }
        #expect(found == [1, 2, 3])
        #expect(errors.map(\.code) == [.unexpectedEnd])
        #expect(try numbers.results.map { try $0.get() } == [1, 2, 3, 4, 5, 6])
        let iterator = truncated.results.makeIterator()
        while iterator.next() != nil {}
        #expect(iterator.summary.recordCount == 3)
    }

    @Test func errorOfRejectionHandlerIsCauseOfLastResult() throws {
        var options = ImportOptions()
        options.errorPolicy = .skip()
        options.onRejected = { _ in throw Stop() }
        let results = Array(
            StreamImporter.objects(of: Int.self, from: #"[1,"x",2]"#, options: options).results)
        #expect(results.count == 2)
        let error = #expect(throws: ImportError.self) { try results.last?.get() }
        #expect(error?.code == .rejectedByModel)
        #expect(error?.cause is Stop)
    }
}
