import Testing

@testable import JSONRecords

@Suite struct PowersOfFiveTests {
    /// The values are printed in the literature, or small enough to check by hand.
    @Test(
        arguments: [
            (0, 0x8000_0000_0000_0000_0000_0000_0000_0000), (1, 0xa000_0000_0000_0000_0000_0000_0000_0000),
            (2, 0xc800_0000_0000_0000_0000_0000_0000_0000), (-1, 0xcccc_cccc_cccc_cccc_cccc_cccc_cccc_cccd),
            (-2, 0xa3d7_0a3d_70a3_d70a_3d70_a3d7_0a3d_70a4), (308, 0x8e67_9c2f_5e44_ff8f_570f_09ea_a7ea_7648),
            (-342, 0xeef4_53d6_923b_d65a_113f_aa29_06a1_3b3f),
        ] as [(Int, UInt128)])
    func powerBitsMatchPublishedValues(power: Int, bits: UInt128) {
        #expect(PowersOfFive.bits(power) == bits)
    }

    @Test func everyPowerHasItsHighestBitSet() {
        for power in PowersOfFive.exponents { #expect(PowersOfFive.bits(power) >> 127 == 1) }
    }

    @Test func everyPowerIsFiveTimesItsPredecessor() {
        for power in PowersOfFive.exponents.dropFirst() {
            let (high, low) = PowersOfFive.bits(power - 1).multipliedFullWidth(by: 5)
            let shift = high >= 4 ? UInt128(3) : 2
            let expected = high << (128 - shift) | low >> shift
            let bits = PowersOfFive.bits(power)
            // The bits of both powers are rounded, so the last two bits can differ.
            #expect(max(bits, expected) - min(bits, expected) <= 3, "5^\(power)")
        }
    }
}
