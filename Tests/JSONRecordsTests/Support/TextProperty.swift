import Testing

@testable import JSONRecords
@testable import RecordInvariants

/// A property of texts, for which random texts are made.
enum TextProperty: Hashable {
    case isValid, hasSyntaxError, hasOtherFormat
    /// The text has a record before, or after, its first syntax error.
    case hasRecordBeforeError, hasRecordAfterError
    /// The text is divided into several segments or parts.
    case isDivided
    /// The text is damaged inside a string, an escape or a number.
    case isCutInString, isCutInEscape, isCutInNumber

    /// Returns the property of a valid text that is damaged at an offset; `nil` between two tokens.
    static func cut(at offset: Int, in text: some Collection<UInt8>) -> TextProperty? {
        /// The number of bytes of the current escape that follow; `nil` outside of strings.
        var escapeCount: Int?
        var last = UInt8(ascii: " ")
        for byte in text.prefix(offset) {
            switch (escapeCount, byte) {
            case (nil, _): escapeCount = byte == UInt8(ascii: "\"") ? 0 : nil
            case (0, UInt8(ascii: "\"")): escapeCount = nil
            case (0, UInt8(ascii: "\\")): escapeCount = 1
            case (1, UInt8(ascii: "u")) where last == UInt8(ascii: "\\"): escapeCount = 4
            case (let count?, _): escapeCount = max(count - 1, 0)
            }
            last = byte
        }
        if let escapeCount { return escapeCount > 0 ? .isCutInEscape : .isCutInString }
        let next = text.dropFirst(offset).first ?? UInt8(ascii: " ")
        return [last, next].allSatisfy(Array("-+.0123456789eE".utf8).contains) ? .isCutInNumber : nil
    }
}

extension RecordTestCase {
    /// The properties that one thread finds without the limits and the treatment of records that the header chooses.
    var textProperties: Set<TextProperty> {
        var options = ReadOptions()
        (options.format, options.errorPolicy) = (self.options.format, .collect())
        let reader = RecordReader(
            MemorySource(text), paths: RecordPaths(path), options: options, consumer: TranscriptConsumer())
        var thrownError: ImportError?
        do { try reader.readAll() } catch { thrownError = error as? ImportError }
        let summary = reader.summary
        if thrownError?.code == .unsupportedFormat { return [.hasOtherFormat] }
        let firstRejected = summary.rejectedRecords.first { $0.error.category == .syntax }
        guard firstRejected != nil || thrownError?.category == .syntax else {
            return thrownError == nil && summary.rejectedCount == 0 ? [.isValid] : []
        }
        var properties: Set<TextProperty> = [.hasSyntaxError]
        if summary.recordCount > 0 { properties.insert(.hasRecordBeforeError) }
        if let firstRejected, summary.recordCount >= firstRejected.number {
            properties.insert(.hasRecordAfterError)
        }
        return properties
    }
}

/// The numbers of texts with each property.
struct PropertyCounts {
    private var counts: [TextProperty: Int] = [:]
    private var textCount = 0

    mutating func add(_ properties: Set<TextProperty>) {
        textCount += 1
        for property in properties { counts[property, default: 0] += 1 }
    }

    /// Requires shares of the texts to have properties.
    func expect(
        atLeast shares: KeyValuePairs<TextProperty, Double>,
        sourceLocation: Testing.SourceLocation = #_sourceLocation
    ) {
        for (property, share) in shares {
            let count = counts[property, default: 0]
            #expect(
                Double(count) >= share * Double(textCount), "\(property): \(count) of \(textCount) texts",
                sourceLocation: sourceLocation)
        }
    }
}
