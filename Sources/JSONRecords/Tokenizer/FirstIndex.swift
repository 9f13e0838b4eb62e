#if canImport(Glibc)
    private import Glibc
#elseif canImport(Darwin)
    private import Darwin
#endif

extension UnsafeBufferPointer<UInt8> {
    /// Returns the index of the first byte with a value; `nil` if none has it.
    func firstIndex(ofByte value: UInt8) -> Int? {
        // SAFETY: memchr reads `count` bytes, and returns a pointer to one of them.
        guard let start = baseAddress, let found = unsafe memchr(start, Int32(value), count) else {
            return nil
        }
        return unsafe UnsafeRawPointer(found) - UnsafeRawPointer(start)
    }
}
