/// A JSON value of a report. Members keep their order, and numbers their spelling.
enum ReportJSON {
    case bool(Bool)
    case number(String)
    case string(String)
    case array([ReportJSON])
    case object([(key: String, value: ReportJSON)])

    static func count(_ count: Int) -> Self { .number("\(count)") }

    /// The value as one line of JSON.
    var json: String {
        switch self {
        case .bool(let value): "\(value)"
        case .number(let spelling): spelling
        case .string(let text): Self.quoted(text)
        case .array(let elements): "[" + elements.map(\.json).joined(separator: ",") + "]"
        case .object(let members):
            "{" + members.map { Self.quoted($0) + ":" + $1.json }.joined(separator: ",") + "}"
        }
    }

    private static func quoted(_ text: String) -> String { "\"" + text.escapedForJSON + "\"" }
}

extension ReportJSON: ExpressibleByDictionaryLiteral {
    /// Creates an object of the members that have a value.
    init(dictionaryLiteral members: (String, ReportJSON?)...) {
        self = .object(members.compactMap { key, value in value.map { (key, $0) } })
    }
}
