import JSONRecords
import Testing

@testable import TableImport

/// The limits and the reuse of the memory of a batch of rows.
@Suite struct RowBatchTests {
    private let columns = ColumnList([], keys: [], projection: nil, limit: 2000)

    private func row(_ batch: RowBatch, text: String? = nil) -> RowBatch.Row {
        RowBatch.Row(cellsEnd: batch.cells.count, number: 1, range: 0..<1, text: text)
    }

    @Test(arguments: [0, 1, 100, 10_000, 1 << 20])
    func bytesAreThoseOfMemory(bytes: Int) {
        var batch = RowBatch(columns)
        let text = [UInt8](repeating: 0x61, count: bytes)
        for _ in 1...max(2, 100_000 / (bytes + 100)) {
            // SAFETY: the array keeps the bytes valid for the call, which copies them.
            unsafe text.withUnsafeBufferPointer { unsafe batch.append(text: $0, .text, column: 0) }
            batch.endRow(row(batch))
        }
        #expect(batch.texts.count + batch.cells.count * MemoryLayout<RowBatch.Cell>.stride <= batch.bytes)
        #expect(batch.rows.count * (bytes + 200) >= batch.bytes)
    }

    @Test func recordTextsCountTowardMemory() {
        var batch = RowBatch(columns)
        let text = String(repeating: "x", count: 1 << 14)
        for _ in 1...16 { batch.endRow(row(batch, text: text)) }
        #expect((16 << 14...17 << 14).contains(batch.bytes))
        #expect(RowBatch.maximumBytes == 16 << 20 && TableImportOptions(table: "t").batchBytes == 16 << 20)
    }

    @Test func discardedRowsLoseCellsAndTexts() {
        var batch = RowBatch(columns)
        batch.append(.integer(1), .integer, column: 0)
        batch.endRow(row(batch))
        let (bytes, end) = (batch.bytes, batch.end)
        batch.append(.real(1), .real, column: 0)
        batch.append(jsonFor: 1) { $0 += [1, 2, 3] }
        batch.discardRows(after: end)
        #expect(batch.bytes == bytes && batch.rows.count == 1)
        batch.removeAll()
        #expect(batch.bytes == 0 && batch.isEmpty)
    }

    @Test(arguments: [0, 1, 1000])
    func duplicateObjectKeyDoesNotAccumulateCells(count: Int) {
        var reader = RowReader(columns: columns, flattens: true)
        let context = Pinned(EventContext())
        defer {
            reader.free()
            context.free()
        }
        let key = Array("a".utf8)
        let startNestedObject = { (reader: inout RowReader) in
            // SAFETY: the array keeps the bytes valid for the call.
            _ = unsafe key.withUnsafeBufferPointer { unsafe reader.key($0) }
            _ = reader.objectStart()
        }
        _ = reader.objectStart()
        startNestedObject(&reader)
        for number in 0..<count {
            // SAFETY: the array keeps the bytes valid for the call.
            _ = unsafe Array("\(number)".utf8).withUnsafeBufferPointer { unsafe reader.key($0) }
            reader.bool(true, context)
        }
        _ = reader.objectEnd()
        let cells = reader.batch.cells.count
        for _ in 0..<100 {
            startNestedObject(&reader)
            _ = reader.objectEnd()
        }
        #expect(reader.batch.cells.count <= cells + 200)
    }

    @Test func removeAllReleasesOnlyMemoryOfHugeRow() {
        var batch = RowBatch(columns)
        for _ in 0..<20_000 { batch.append(.null, [], column: 0) }
        batch.append(jsonFor: 0) { $0 += [UInt8](repeating: 0x61, count: 640 << 10) }
        batch.endRow(row(batch))
        batch.removeAll(maximumBytes: 160 << 10)
        #expect(batch.capacity <= 1 << 14)
        batch.append(.null, [], column: 0)
        batch.removeAll(maximumBytes: 160 << 10)
        #expect(batch.capacity > 0)
    }

    @Test func batchOfLongRowsIsWrittenEarly() throws {
        let text = String(repeating: "x", count: 1 << 14)
        let workspace = try Workspace((1...40).map { "{\"n\":\($0),\"s\":\"\(text)\"}\n" }.joined() + "[")
        let committed = CallbackLog<Int>()
        workspace.run {
            $0.batchBytes = 16 << 14
            $0.readOptions.chunkBytes = 1 << 10
            $0.onCommit = { committed.add($0.rows) }
        }
        // Without the memory limit, all rows would be in one transaction.
        #expect(committed.all == [0, 16, 32, 40])
    }
}

extension RowBatch {
    /// The memory allocated for rows, in bytes, without the texts of records.
    fileprivate var capacity: Int {
        cells.capacity * MemoryLayout<Cell>.stride + texts.capacity + rows.capacity * MemoryLayout<Row>.stride
    }
}
