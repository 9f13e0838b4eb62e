import ArgumentParser
import Foundation
import JSONRecords
import SystemPackage

/// Standard output, to which records are written as lines.
struct LineOutput {
    private let sink = FileSink(FileHandle.standardOutput)

    /// The error of an output whose reader has ended, as `head` does after some lines. It ends the program without a message.
    struct ReaderEnded: Error {}

    /// Writes lines.
    ///
    /// - Throws: ``ReaderEnded``, or the exit status of a failed write, after a message with the error.
    func write(_ lines: ArraySlice<UInt8>) throws {
        guard !lines.isEmpty else { return }
        do throws(ImportError) {
            try sink.write(lines.span)
        } catch {
            let cause = error.cause as? Errno
            guard cause != .brokenPipe else { throw ReaderEnded() }
            Console().message("standard output: cannot be written: \(cause?.description ?? error.message)")
            throw ExitStatus.ioFailed.code
        }
    }
}
