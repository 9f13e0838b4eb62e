import Foundation
import Testing

@testable import JSONRecords

@Suite struct ChunkSourceTests {
    @Test(arguments: [1, 2, 3, 7, 4096])
    func chunksOfAnyTypeAreReadInOrder(size: Int) throws {
        let source = ChunkSource()
        source.offer([1, 2, 3] as [UInt8])
        source.offer([])
        source.offer(Data([4, 5]))
        source.offer(([0, 6, 7, 8, 0] as [UInt8])[1..<4])
        source.finish()
        #expect(try source.readAll(bufferSize: size) == [1, 2, 3, 4, 5, 6, 7, 8])
        #expect(source.bytesRead == 8)
        #expect(source.totalBytes == nil)
    }

    @Test func readWithoutChunksNeedsMoreDataUntilFinish() throws {
        let source = ChunkSource()
        var buffer: [UInt8] = [0, 0]
        #expect(try source.read(into: &buffer) == .needMoreData)
        source.offer([])
        #expect(try source.read(into: &buffer) == .needMoreData)
        source.offer([1, 2, 3])
        #expect(try source.read(into: &buffer) == .bytes(2))
        #expect(try source.read(into: &buffer) == .bytes(1))
        #expect(try source.read(into: &buffer) == .needMoreData)
        source.offer([4])
        #expect(try source.read(into: &buffer) == .bytes(1))
        source.finish()
        #expect(try source.read(into: &buffer) == .end)
    }

    @Test func smallChunksAreCombinedInOneRead() throws {
        let source = ChunkSource()
        for byte in 1...5 { source.offer(CollectionOfOne(UInt8(byte))) }
        var buffer: [UInt8] = [0, 0, 0, 0]
        #expect(try source.read(into: &buffer) == .bytes(4))
        #expect(buffer == [1, 2, 3, 4])
    }

    @Test func finishWithoutChunksYieldsZeroBytes() throws {
        let source = ChunkSource()
        source.finish()
        #expect(try source.readAll() == [])
    }
}
