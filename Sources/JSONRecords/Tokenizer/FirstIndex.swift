#if canImport(Glibc)
    private import Glibc
#elseif canImport(Darwin)
    private import Darwin
#endif

extension UnsafeBufferPointer<UInt8> {
    /// Returns the index of the first byte that equals `value`; `nil` if no byte does.
    func firstIndex(ofByte value: UInt8) -> Int? {
        // SAFETY: memchr reads `count` bytes, which the buffer's owner keeps valid, and returns the address of one of
        // them.
        guard let start = baseAddress, let found = unsafe memchr(start, Int32(value), count) else {
            return nil
        }
        return unsafe UnsafeRawPointer(found) - UnsafeRawPointer(start)
    }
}
