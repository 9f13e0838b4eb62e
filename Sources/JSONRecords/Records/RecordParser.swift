internal import Foundation

/// The parser of the records.
public enum RecordParser: Sendable, Hashable, CaseIterable {
    /// Records that are plain JSON are checked 64 bytes at a time and sent without libyajl; libyajl parses all other text. The
    /// default.
    ///
    /// The records, the errors, their locations and the summaries are those of ``libyajl``.
    case automatic
    /// libyajl parses the whole text.
    case libyajl
}

extension RecordParser {
    /// The default of options. In debug builds, `RECORD_PARSER=libyajl` changes it, so that all tests can run with both.
    static let byDefault: RecordParser = {
        #if DEBUG
            if ProcessInfo.processInfo.environment["RECORD_PARSER"] == "libyajl" { return .libyajl }
        #endif
        return .automatic
    }()
}
