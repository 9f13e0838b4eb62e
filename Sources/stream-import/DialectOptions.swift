import ArgumentParser
import JSONRecords

/// The options for records in another notation than one object each.
struct DialectOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            Replace objects that wrap a value by the value: those of MongoDB Extended JSON (extended-json), or those of \
            DynamoDB JSON (dynamodb).
            """, valueName: "notation"))
    private var unwrap: ValueWrapping?

    @Option(
        help: ArgumentHelp(
            """
            The names of the columns, if each record is an array: a list (a,b,c); first, if the first record has the names; \
            or, with --path, the path of the names (columns[*].name).
            """, valueName: "names"))
    private var header: String?

    @Flag(
        help:
            "Read an object whose members are arrays, {\"time\": […], \"temp\": […]}, as the columns of a table."
    )
    private var columnar = false

    @Option(
        help: ArgumentHelp(
            "The maximum size of the text with the columns, which is in memory. (default: 256MB)",
            valueName: "size"))
    private var maxColumnar: ByteCount?

    /// The maximum size of a text whose records are the rows of columns, in bytes; `nil` without `--columnar`.
    var maximumColumnarBytes: Int? { columnar ? maxColumnar?.bytes ?? 256_000_000 : nil }

    /// Returns the notation of the records; `nil` if each record is an object. The options are valid.
    func dialect(isBulk: Bool, hasPath: Bool) -> Dialect? {
        if isBulk { return .bulk }
        guard let header else { return unwrap.map { .wrapped($0) } }
        if header == "first" { return .rows(.first) }
        if hasPath, let path = Self.headerPath(header) { return .rows(.path(path)) }
        return .rows(.names(Self.names(header)))
    }

    /// Returns the names in the argument of `--header`. A comma after the only name makes a list of it.
    private static func names(_ header: String) -> [String] {
        NameList.names(in: header.hasSuffix(",") ? String(header.dropLast()) : header)
    }

    /// Returns the path of names in the argument of `--header`; `nil` if the argument is a list.
    private static func headerPath(_ header: String) -> JSONPath? {
        header.contains(",") ? nil : try? JSONPath(header)
    }

    /// Checks that the options fit the others.
    func validate(isBulk: Bool, hasPath: Bool, readsParts: Bool) throws {
        guard !columnar || unwrap == nil && header == nil && !isBulk && !readsParts else {
            throw ValidationError(
                "--columnar cannot be combined with --unwrap, --header, --format bulk or --parts.")
        }
        guard columnar || maxColumnar == nil else {
            throw ValidationError("--max-columnar is the limit of --columnar; add --columnar.")
        }
        guard [unwrap != nil, header != nil, isBulk].count(where: { $0 }) < 2 else {
            throw ValidationError("--unwrap, --header and --format bulk cannot be combined; use one of them.")
        }
        guard !isBulk || !hasPath && !readsParts else {
            throw ValidationError("--format bulk cannot be combined with --path or --parts.")
        }
        guard let header else { return }
        guard header != "first" || !readsParts else {
            throw ValidationError("With --parts, --header expects a list of names, such as a,b,c.")
        }
        if hasPath, !header.contains(",") {
            do {
                _ = try JSONPath(header)
            } catch {
                throw ValidationError(
                    [error.message, error.advice].compactMap(\.self).joined(separator: "; "))
            }
        }
        let names = Self.names(header)
        try NameList.validate(names, of: "--header")
        guard names.firstRepeated == nil else {
            throw ValidationError("--header expects names that differ, found \(header.printable).")
        }
        guard hasPath || Self.headerPath(header)?.components.count ?? 1 == 1 else {
            throw ValidationError(
                "--header \(header.printable) is the path of names, and needs --path, the path of the records."
            )
        }
    }
}

extension ValueWrapping: ExpressibleByArgument {}
