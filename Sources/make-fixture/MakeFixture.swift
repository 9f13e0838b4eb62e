import ArgumentParser
import FixtureGenerator
import SystemPackage

@main
struct MakeFixture: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "make-fixture",
        abstract: "Writes a made-up JSON dump of any size.",
        discussion: "The same arguments make the same JSON on every machine. All values are invented.")

    @Argument(help: "What the records are like.")
    var workload: Fixture.Workload

    @Option(help: "At least this size, in whole records, such as 500KB, 100MB, 2GB or 64MiB.")
    var size: ByteCount?

    @Option(help: "This many records.")
    var count: Int?

    @Option(help: "What stands around the records; in an envelope they are at data.items.")
    var shape = Fixture.Shape.array

    @Flag(help: "Spread the text over lines, indented by two spaces.")
    var pretty = false

    @Option(help: "Chooses another dump of the same kind.")
    var seed: UInt64 = 1

    @Flag(help: "Compress what is written; the size is that of the text.")
    var gzip = false

    @Option(help: ArgumentHelp("Where to write. (default: standard output)", valueName: "file"))
    var output: String?

    func validate() throws {
        guard (size == nil) != (count == nil) else {
            throw ValidationError("Give either --size or --count.")
        }
        guard count ?? 0 >= 0 else {
            throw ValidationError("--count must not be negative.")
        }
        guard !(pretty && shape == .lines) else {
            throw ValidationError("--pretty would break records over lines, which --shape lines forbids.")
        }
    }

    func run() throws {
        guard let output else { return try write(to: .standardOutput) }
        let file = try FileDescriptor.open(
            FilePath(output), .writeOnly, options: [.create, .truncate],
            permissions: [.ownerReadWrite, .groupRead, .otherRead])
        try file.closeAfter { try write(to: file) }
    }

    private func write(to file: FileDescriptor) throws {
        let fixture = Fixture(workload: workload, shape: shape, seed: seed, isPretty: pretty)
        let extent: Fixture.Extent = if let size { .bytes(size.bytes) } else { .records(count ?? 0) }
        guard gzip else {
            try fixture.write(extent) { _ = try file.writeAll($0) }
            return
        }
        var compressor = try Gzip()
        try fixture.write(extent) { try compressor.write($0, to: file) }
        try compressor.finish(to: file)
    }
}

extension Fixture.Workload: ExpressibleByArgument {}
extension Fixture.Shape: ExpressibleByArgument {}

/// A number of bytes in human notation: `512`, `64KB`, `100MB`, `2GB`, or with binary units `64KiB`, `1MiB`, `1GiB`.
struct ByteCount: ExpressibleByArgument {
    let bytes: Int

    init?(argument: String) {
        let unit = argument.drop { $0.isASCII && $0.isNumber }
        guard let number = Int(argument.dropLast(unit.count)), let factor = Self.factors[unit.lowercased()]
        else { return nil }
        let (bytes, overflow) = number.multipliedReportingOverflow(by: factor)
        guard !overflow else { return nil }
        self.bytes = bytes
    }

    private static let factors = [
        "": 1, "b": 1,
        "kb": 1_000, "mb": 1_000_000, "gb": 1_000_000_000,
        "kib": 1 << 10, "mib": 1 << 20, "gib": 1 << 30,
    ]
}
