import Testing

@testable import JSONRecords

extension ByteSource {
    /// Reads all remaining bytes, with a buffer of the given size. Reads again after `needMoreData`.
    ///
    /// Requires each read to return at least one byte, and at most as many as the buffer holds.
    func readAll(bufferSize: Int = 4096) throws(ImportError) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: bufferSize)
        var pauseCount = 0
        while true {
            switch try read(into: &buffer) {
            case .bytes(let count):
                #expect(1...bufferSize ~= count)
                bytes += buffer.prefix(count)
                pauseCount = 0
            case .needMoreData:
                pauseCount += 1
                guard pauseCount < 1000 else {
                    Issue.record("the source always returns needMoreData")
                    return bytes
                }
            case .end:
                return bytes
            }
        }
    }

    /// Returns the error that ``readAll(bufferSize:)`` throws; `nil` if there is none.
    func readError(bufferSize: Int = 4096) -> ImportError? {
        do throws(ImportError) {
            _ = try readAll(bufferSize: bufferSize)
            return nil
        } catch {
            return error
        }
    }
}
