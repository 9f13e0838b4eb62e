import Testing

@testable import JSONRecords

extension ByteSource {
    /// Everything that is left, read with a buffer of this size; to be needMoreData is to try again.
    ///
    /// Checks the promises of every source on the way.
    func readAll(bufferSize: Int = 4096) throws(ImportError) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: bufferSize)
        var needMoreData = 0
        while true {
            switch try read(into: &buffer) {
            case .bytes(let count):
                #expect(1...bufferSize ~= count)
                bytes += buffer.prefix(count)
                needMoreData = 0
            case .needMoreData:
                needMoreData += 1
                guard needMoreData < 1000 else {
                    Issue.record("needMoreData for ever")
                    return bytes
                }
            case .end:
                return bytes
            }
        }
    }

    /// What ``readAll(bufferSize:)`` throws, if it does.
    func readError(bufferSize: Int = 4096) -> ImportError? {
        do throws(ImportError) {
            _ = try readAll(bufferSize: bufferSize)
            return nil
        } catch {
            return error
        }
    }
}
