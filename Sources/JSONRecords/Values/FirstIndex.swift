#if canImport(Glibc)
    private import Glibc
#elseif canImport(Darwin)
    private import Darwin
#endif

extension Span<UInt8> {
    /// Returns the index of the first byte that equals `value`; `nil` if no byte does.
    func firstIndex(of value: UInt8) -> Int? {
        // SAFETY: memchr reads `count` bytes, and returns the address of one of them.
        unsafe withUnsafeBufferPointer { bytes in
            guard let start = bytes.baseAddress, let found = unsafe memchr(start, Int32(value), count) else {
                return nil
            }
            return unsafe UnsafeRawPointer(found) - UnsafeRawPointer(start)
        }
    }
}
