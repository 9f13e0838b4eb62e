import FixtureGenerator
import Testing

/// The bytes of a workload are the same on every platform. If its hash changes, measurements of earlier dumps are no
/// longer comparable. After an intended change, update the hash.
@Suite struct GoldenTests {
    @Test(arguments: [
        (Fixture.Workload.people, 0xe56d_e531_03a4_45e3 as UInt64),
        (.repositories, 0x1ed6_1bcd_d077_fd1c),
        (.tweets, 0x4d51_f782_212f_38d5),
        (.numbers, 0x5ab0_6a43_a3d2_603a),
        (.escapes, 0xb12b_5835_2a05_d871),
        (.events, 0x33ab_1640_7182_1bfd),
        (.eventsTypeLast, 0xb305_916e_c065_bc37),
    ])
    func workloadBytesMatchGoldenHash(workload: Fixture.Workload, hash: UInt64) {
        #expect(fnv1a(Fixture(workload: workload).data(records: 200)) == hash)
    }

    @Test func envelopeBytesMatchGoldenHash() {
        let fixture = Fixture(workload: .people, shape: .envelope, isPretty: true)
        #expect(fnv1a(fixture.data(records: 3)) == 0x7993_c732_ecd7_c5a1)
    }

    /// Returns the 64-bit FNV-1a hash of Fowler, Noll and Vo.
    private func fnv1a(_ bytes: [UInt8]) -> UInt64 {
        bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
    }
}
