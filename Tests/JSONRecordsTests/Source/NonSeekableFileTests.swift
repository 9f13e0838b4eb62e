import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import JSONRecords

/// Files without an offset: pipes, sockets and terminals.
@Suite struct NonSeekableFileTests {
    let bytes = sampleText(count: 200_000)

    @Test func pipeIsReadWhileBeingWritten() throws {
        let pipe = Pipe()
        write(to: pipe.fileHandleForWriting)
        let source = FileSource(.handle(pipe.fileHandleForReading))
        #expect(try source.readAll() == bytes)
        #expect(source.totalBytes == nil)
        #expect(source.bytesRead == bytes.count)
    }

    @Test func pipeReadReturnsAvailableBytesWithoutWaiting() throws {
        let pipe = Pipe()
        try pipe.fileHandleForWriting.write(contentsOf: Data([1, 2, 3]))
        let source = FileSource(.handle(pipe.fileHandleForReading))
        var buffer = [UInt8](repeating: 0, count: 10)
        #expect(try source.read(into: &buffer) == .bytes(3))
        try pipe.fileHandleForWriting.close()
        #expect(try source.read(into: &buffer) == .end)
    }

    @Test func readWaitsForNonBlockingPipe() throws {
        let pipe = Pipe()
        let descriptor = pipe.fileHandleForReading.fileDescriptor
        #expect(fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK) == 0)
        // Each byte is written only when the read for it is about to begin, so that most reads find the pipe empty.
        let (writer, isReading) = (pipe.fileHandleForWriting, DispatchSemaphore(value: 0))
        Thread.detachNewThread {
            for byte in UInt8(0)..<200 {
                isReading.wait()
                try? writer.write(contentsOf: Data([byte]))
            }
            isReading.wait()
            try? writer.close()
        }
        let source = FileSource(.handle(pipe.fileHandleForReading))
        var buffer: [UInt8] = [0, 0]
        for byte in UInt8(0)..<200 {
            isReading.signal()
            #expect(try source.read(into: &buffer) == .bytes(1))
            #expect(buffer[0] == byte)
        }
        isReading.signal()
        #expect(try source.read(into: &buffer) == .end)
    }

    @Test func socketIsReadToEnd() throws {
        let (reader, writer) = socketPair()
        write(to: writer)
        #expect(try FileSource(.handle(reader)).readAll() == bytes)
    }

    @Test func terminalIsReadLineByLine() throws {
        let (reader, writer) = terminal()
        try writer.write(contentsOf: Data("[1]\n".utf8))
        let source = FileSource(.handle(reader))
        var buffer = [UInt8](repeating: 0, count: 10)
        #expect(try source.read(into: &buffer) == .bytes(4))
        // Ctrl-D ends the input.
        try writer.write(contentsOf: Data([4]))
        #expect(try source.read(into: &buffer) == .end)
        try writer.close()
    }

    /// Writes from another thread, and then closes the handle.
    private func write(to handle: FileHandle) {
        let bytes = bytes
        Thread.detachNewThread {
            try? handle.write(contentsOf: Data(bytes))
            try? handle.close()
        }
    }

    private func terminal() -> (reader: FileHandle, writer: FileHandle) {
        var (reader, writer): (Int32, Int32) = (0, 0)
        // SAFETY: `openpty` writes the two descriptors during the call, and nothing else.
        let status = unsafe openpty(&writer, &reader, nil, nil, nil)
        precondition(status == 0)
        return (
            FileHandle(fileDescriptor: reader, closeOnDealloc: true),
            FileHandle(fileDescriptor: writer, closeOnDealloc: true)
        )
    }
}
