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
            or, with --path, the path of names that stand before the records (columns[*].name).
            """, valueName: "names"))
    private var header: String?

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
        if hasPath, !header.contains(",") { _ = try JSONPath(header) }
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
