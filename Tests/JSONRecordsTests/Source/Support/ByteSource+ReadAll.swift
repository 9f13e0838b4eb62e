import Testing

@testable import JSONRecords

extension ByteSource {
    /// Reads all remaining bytes, with a buffer of the given size. Reads again after `needMoreData`.
    ///
    /// Checks the requirements of every source for each read.
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
