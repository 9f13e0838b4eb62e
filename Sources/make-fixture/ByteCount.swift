import ArgumentParser

/// A size as people write it: `512`, `64KB`, `100MB`, `2GB`, or with binary units `64KiB`, `1MiB`, `1GiB`.
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
