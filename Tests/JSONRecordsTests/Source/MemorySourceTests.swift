import Foundation
import TestSupport
import Testing

@testable import JSONRecords

@Suite struct MemorySourceTests {
    @Test(arguments: [1, 2, 3, 7, 31, 4096])
    func allBytesAreReadWithAnyBufferSize(size: Int) throws {
        let bytes = sampleText(count: 100)
        let text = String(decoding: bytes, as: UTF8.self)
        let slice = Data([0, 0, 0] + bytes).dropFirst(3)
        #expect(try MemorySource(bytes).readAll(bufferSize: size) == bytes)
        #expect(try MemorySource(Data(bytes)).readAll(bufferSize: size) == bytes)
        #expect(try MemorySource(slice).readAll(bufferSize: size) == bytes)
        #expect(try MemorySource(text.utf8).readAll(bufferSize: size) == bytes)
    }

    @Test func emptyInputYieldsZeroBytes() throws {
        #expect(try MemorySource([]).readAll() == [])
        #expect(try MemorySource(Data()).readAll() == [])
        #expect(try MemorySource("".utf8).readAll() == [])
    }

    @Test func bytesReadCountsReadBytes() throws {
        let source = MemorySource(Array("hello".utf8))
        var buffer: [UInt8] = [0, 0]
        #expect(source.totalBytes == 5)
        #expect(source.bytesRead == 0)
        #expect(try source.read(into: &buffer) == .bytes(2))
        #expect(source.bytesRead == 2)
        #expect(try source.readAll() == Array("llo".utf8))
        #expect(source.bytesRead == 5)
    }
}
