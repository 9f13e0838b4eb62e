import Testing

@testable import JSONRecords

extension ByteSource {
    /// Everything that is left, read with a buffer of this size; to be starved is to try again.
    ///
    /// Checks the promises of every source on the way.
    func rest(bufferSize: Int = 4096) throws(ImportError) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: bufferSize)
        var starved = 0
        while true {
            switch try read(into: &buffer) {
            case .bytes(let count):
                #expect(1...bufferSize ~= count)
                bytes += buffer.prefix(count)
                starved = 0
            case .starved:
                starved += 1
                guard starved < 1000 else {
                    Issue.record("starved for ever")
                    return bytes
                }
            case .end:
                return bytes
            }
        }
    }

    /// What ``rest(bufferSize:)`` throws, if it does.
    func failure(bufferSize: Int = 4096) -> ImportError? {
        do throws(ImportError) {
            _ = try rest(bufferSize: bufferSize)
            return nil
        } catch {
            return error
        }
    }
}
