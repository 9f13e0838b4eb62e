/// The SHA-256 hash of FIPS 180-4, in base64, as a Content-Security-Policy names a script.
package enum SHA256 {
    /// Returns the hash in base64.
    package static func base64(of bytes: [UInt8]) -> String {
        base64(hash(of: bytes))
    }

    static func hash(of bytes: [UInt8]) -> [UInt8] {
        var padded = bytes + [0x80]
        while padded.count % 64 != 56 { padded.append(0) }
        padded += bigEndian(UInt64(bytes.count) * 8)
        var state = Self.roots(cube: false)
        for block in stride(from: 0, to: padded.count, by: 64) {
            update(&state, with: padded[block..<block + 64])
        }
        return state.flatMap(bigEndian)
    }

    private static func update(_ state: inout [UInt32], with block: ArraySlice<UInt8>) {
        var schedule = stride(from: block.startIndex, to: block.endIndex, by: 4).map { start in
            block[start..<start + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        }
        for index in 16..<64 {
            let (early, late) = (schedule[index - 15], schedule[index - 2])
            let sigma0 = early.rotated(7) ^ early.rotated(18) ^ early >> 3
            let sigma1 = late.rotated(17) ^ late.rotated(19) ^ late >> 10
            schedule.append(schedule[index - 16] &+ sigma0 &+ schedule[index - 7] &+ sigma1)
        }
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        var (e, f, g, h) = (state[4], state[5], state[6], state[7])
        for (constant, word) in zip(constants, schedule) {
            let sum1 = e.rotated(6) ^ e.rotated(11) ^ e.rotated(25)
            let first = h &+ sum1 &+ (e & f ^ ~e & g) &+ constant &+ word
            let sum0 = a.rotated(2) ^ a.rotated(13) ^ a.rotated(22)
            let second = sum0 &+ (a & b ^ a & c ^ b & c)
            (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ second)
        }
        for (index, value) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= value }
    }

    private static let constants = roots(cube: true)

    /// Returns the first 32 bits of the fractions of the cube roots of the first 64 primes, or of the square roots of
    /// the first 8 primes.
    private static func roots(cube: Bool) -> [UInt32] {
        let primes = (2...311).filter { number in (2..<number).allSatisfy { number % $0 != 0 } }
        return primes.prefix(cube ? 64 : 8).map { prime in
            // The root times 2^32, as the greatest integer whose power does not exceed that of the exact root.
            let exact = UInt128(prime) << (cube ? 96 : 64)
            var root: UInt128 = 0
            for bit in (0..<36).reversed() {
                let next = root | 1 << bit
                if (cube ? next * next * next : next * next) <= exact { root = next }
            }
            return UInt32(truncatingIfNeeded: root)
        }
    }

    private static func bigEndian(_ number: some FixedWidthInteger & UnsignedInteger) -> [UInt8] {
        stride(from: number.bitWidth - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> $0) }
    }

    private static func base64(_ bytes: [UInt8]) -> String {
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
        return stride(from: 0, to: bytes.count, by: 3).reduce(into: "") { text, start in
            let group = bytes[start..<min(start + 3, bytes.count)]
            let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
            for index in 0..<4 {
                text.append(index <= group.count ? digits[bits >> (18 - 6 * index) & 63] : "=")
            }
        }
    }
}

extension UInt32 {
    fileprivate func rotated(_ count: UInt32) -> UInt32 { self >> count | self << (32 - count) }
}
