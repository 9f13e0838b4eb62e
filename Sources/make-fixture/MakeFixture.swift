import ArgumentParser
import FixtureGenerator
import SystemPackage

@main
struct MakeFixture: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "make-fixture",
        abstract: "Generates a JSON dump of any size.",
        discussion: "The same arguments generate the same JSON on every machine. All values are fictional.")

    @Argument(help: "The kind of records.")
    var workload: Fixture.Workload

    @Option(
        help: """
            The minimum size of the text, such as 500KB, 100MB, 2GB or 64MiB. The last record is written whole.
            """)
    var size: ByteCount?

    @Option(help: "The number of records.")
    var count: Int?

    @Option(help: "The structure around the records. In an envelope, they are at data.items.")
    var shape = Fixture.Shape.array

    @Flag(help: "Format the text with line breaks and an indentation of two spaces.")
    var pretty = false

    @Option(help: "The seed of the random values.")
    var seed: UInt64 = 1

    @Flag(help: "Compress the output. The size is that of the uncompressed text.")
    var gzip = false

    @Option(help: ArgumentHelp("The output file. (default: standard output)", valueName: "file"))
    var output: String?

    func validate() throws {
        guard (size == nil) != (count == nil) else {
            throw ValidationError(
                "Expected either --size or --count, found \(size == nil ? "neither" : "both").")
        }
        guard count ?? 0 >= 0 else {
            throw ValidationError("--count must be at least 0, found \(count ?? 0).")
        }
        guard !(pretty && shape == .lines) else {
            throw ValidationError(
                "--pretty writes a record in several lines, --shape lines in one; remove one of the options.")
        }
    }

    func run() throws {
        do {
            guard let output else { return try write(to: .standardOutput) }
            let file = try FileDescriptor.open(
                FilePath(output), .writeOnly, options: [.create, .truncate],
                permissions: [.ownerReadWrite, .groupRead, .otherRead])
            try file.closeAfter { try write(to: file) }
        } catch let error as Errno {
            throw OutputError(description: "\(output ?? "standard output"): cannot be written: \(error)")
        }
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

/// The error of an output that cannot be written.
private struct OutputError: Error, CustomStringConvertible {
    let description: String
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
