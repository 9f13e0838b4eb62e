import ArgumentParser

/// A number of bytes in the arguments, such as `256MB`. Units are decimal.
struct ByteCount: ExpressibleByArgument {
    let bytes: Int

    static let defaultPart = ByteCount(bytes: 256_000_000)

    private init(bytes: Int) {
        self.bytes = bytes
    }

    init?(argument: String) {
        let digits = argument.prefix { $0.isASCII && $0.isWholeNumber }
        let units = ["": 1, "kb": 1000, "mb": 1_000_000, "gb": 1_000_000_000]
        guard let number = Int(digits), let unit = units[argument.dropFirst(digits.count).lowercased()] else {
            return nil
        }
        let (bytes, overflows) = number.multipliedReportingOverflow(by: unit)
        guard !overflows, bytes > 0 else { return nil }
        self.bytes = bytes
    }
}
