import Foundation
import TestSupport
import Testing

@testable import JSONRecords

@Suite struct MemorySourceTests {
    @Test(arguments: [1, 2, 3, 7, 31, 4096])
    func allBytesAreReadWhateverTheBuffer(size: Int) throws {
        let bytes = sampleText(count: 100)
        let text = String(decoding: bytes, as: UTF8.self)
        let slice = Data([0, 0, 0] + bytes).dropFirst(3)
        #expect(try MemorySource(bytes).rest(bufferSize: size) == bytes)
        #expect(try MemorySource(Data(bytes)).rest(bufferSize: size) == bytes)
        #expect(try MemorySource(slice).rest(bufferSize: size) == bytes)
        #expect(try MemorySource(text.utf8).rest(bufferSize: size) == bytes)
    }

    @Test func nothingEndsAtOnce() throws {
        #expect(try MemorySource([]).rest() == [])
        #expect(try MemorySource(Data()).rest() == [])
        #expect(try MemorySource("".utf8).rest() == [])
    }

    @Test func whatIsTakenIsCounted() throws {
        let source = MemorySource(Array("hello".utf8))
        var buffer: [UInt8] = [0, 0]
        #expect(source.totalBytes == 5)
        #expect(source.bytesTaken == 0)
        #expect(try source.read(into: &buffer) == .bytes(2))
        #expect(source.bytesTaken == 2)
        #expect(try source.rest() == Array("llo".utf8))
        #expect(source.bytesTaken == 5)
    }
}
