import Testing

@testable import TerminalProgress

/// The text of the progress bar. Its width is the number of its characters.
@Suite struct ProgressBarTests {
    private static func bar(of totalBytes: Int? = 25_600_000) -> ProgressBar {
        ProgressBar(
            name: "dump.json.gz", bytes: 12_800_000, totalBytes: totalBytes, records: 8_112,
            elapsed: .milliseconds(400))
    }

    @Test(arguments: [
        (
            120,
            "dump.json.gz  ━━━━━━━━━━━━━━━━━━━━────────────────────   50%  12.8 of 25.6 MB  8,112 records  32.0 MB/s  0:01 left"
        ),
        (90, "dump.json.gz  ━━━━━━━━────────   50%  12.8 of 25.6 MB  8,112 records  32.0 MB/s  0:01 left"),
        (79, "━━━━━━━━━──────────   50%  12.8 of 25.6 MB  8,112 records  32.0 MB/s  0:01 left"),
        (60, " 50%  12.8 of 25.6 MB  8,112 records  32.0 MB/s  0:01 left"),
        (50, " 50%  12.8 of 25.6 MB  8,112 records  32.0 MB/s"),
        (20, "━━━━━━━───────   50%"),
        (10, " 50%"),
    ])
    func progressBarOmitsPartsThatDoNotFit(width: Int, text: String) {
        #expect(Self.bar().text(width: width) { $0 } == text)
    }

    @Test func progressBarOfUnknownSizeOmitsBarAndTimeLeft() {
        #expect(
            Self.bar(of: nil).text(width: 79) { $0 } == "dump.json.gz  12.8 MB  8,112 records  32.0 MB/s")
    }

    @Test(arguments: [
        (0, "0:00"), (59, "0:59"), (60, "1:00"), (3_599, "59:59"), (3_600, "1:00:00"), (7_389, "2:03:09"),
        (1_000_000, "99:59:59"),
    ])
    func timeLeftHasHoursFromOneHourOn(seconds: Int, text: String) {
        let bar = ProgressBar(
            name: "dump", bytes: 1_000, totalBytes: 1_000 + seconds * 1_000, records: 1, elapsed: .seconds(1))
        #expect(bar.text(width: 120) { $0 }.hasSuffix("  \(text) left"))
    }

    private func expectText(_ text: String, skippedBytes: Int?) {
        var skipped = ProgressBar.Skipped()
        skipped.records = 9_000
        skipped.bytes = skippedBytes
        let bar = ProgressBar(
            name: "dump", bytes: 12_800_000, totalBytes: 25_600_000, records: 8_112,
            elapsed: .milliseconds(400), skipped: skipped)
        #expect(bar.text(width: text.count) { $0 } == text)
    }

    @Test func progressBarShowsSkippedRecordsDuringSkip() {
        expectText(
            "dump  ━━━━━━━━────────   50%  12.8 of 25.6 MB  8,112 of 9,000 records already imported",
            skippedBytes: nil
        )
    }

    @Test func speedExcludesSkippedBytesAfterSkip() {
        expectText(
            "dump  ━━━━━━━━────────   50%  12.8 of 25.6 MB  8,112 records  7.0 MB/s  0:02 left",
            skippedBytes: 10_000_000)
    }

    @Test(arguments: [(0, "0"), (999, "999"), (1000, "1,000"), (1_234_567, "1,234,567"), (-1000, "-1,000")])
    func groupedNumberHasCommaAfterEveryThousand(number: Int, text: String) {
        #expect(number.grouped == text)
    }

    @Test(arguments: [
        (0, "0 bytes"), (999, "999 bytes"), (1000, "1.0 kB"), (999_949, "999.9 kB"), (999_950, "1.0 MB"),
        (1_050_000, "1.1 MB"), (9.87e15, "9870.0 TB"),
    ])
    func byteCountTextHasUnit(bytes: Double, text: String) {
        #expect(ByteCountText.text(bytes) == text)
    }
}
