public import Foundation

/// A maker of the models that a `JSONDecoder` decodes from the texts of records.
@safe
final class RecordDecoder<Model: Decodable>: RecordTextReceiver, ModelMaker {
    private let decoder: JSONDecoder
    private(set) lazy var consumer: any RecordConsumer = RecordTextConsumer(self)
    /// Whether the decoder may keep its data: a subclass may. `JSONDecoder` itself keeps only a copy, and that only if a
    /// model keeps its `Decoder`.
    private let mayKeepData: Bool
    /// The decoded record that is neither delivered nor discarded.
    private let record = UnsafeMutablePointer<Model>.allocate(capacity: 1)
    private var holdsRecord = false
    private var deliver: RecordHandler = { _ in }
    private(set) var errorPath: [JSONPath.Component] = []

    init(_ decoder: JSONDecoder) {
        self.decoder = decoder
        mayKeepData = type(of: decoder) != JSONDecoder.self
    }

    deinit {
        recordDiscarded()
        // SAFETY: the memory contains no record.
        unsafe record.deallocate()
    }

    /// The model says whether null is a record.
    var takesNullAtPath: Bool { true }

    func receive(_ text: Span<UInt8>, at offset: Int) throws(ImportError) {
        do {
            // SAFETY: the data is used only during the call. The memory contains no record: the last one was delivered
            // or discarded.
            unsafe record.initialize(to: try decoder.decode(Model.self, from: data(text)))
            holdsRecord = true
        } catch {
            errorPath = error.codingPath.map(JSONPath.Component.init)
            throw .rejectedByDecoder(error)
        }
    }

    /// Returns the bytes of a text, which are not copied unless the decoder may keep them. A copy takes 0.8% more
    /// instructions (people).
    private func data(_ text: Span<UInt8>) -> Data {
        // SAFETY: the caller does not use the data after the text, and the decoder does not write to the data.
        unsafe text.withUnsafeBufferPointer { bytes in
            guard !mayKeepData else { return unsafe Data(bytes) }
            return unsafe Data(
                bytesNoCopy: UnsafeMutableRawPointer(mutating: bytes.baseAddress!), count: bytes.count,
                deallocator: .none)
        }
    }

    func recordCompleted(_ completed: borrowing CompletedRecord) throws {
        holdsRecord = false
        // SAFETY: the memory contains a record, which the handler moves out.
        try unsafe deliver(ValueAddress(UnsafeMutableRawPointer(record)))
    }

    func recordDiscarded() {
        errorPath = []
        guard holdsRecord else { return }
        holdsRecord = false
        // SAFETY: the memory contains a record, and nothing else deinitializes it.
        unsafe record.deinitialize(count: 1)
    }

    // MARK: - Models

    func deliver(to handler: @escaping RecordHandler) { deliver = handler }

    var lists = ImportSummary()

    func importEnded() {}
}

/// A `Codable` type whose values a `JSONDecoder` decodes from the text of any JSON value, and a `JSONEncoder` encodes.
///
/// Use it for a type of another module, which cannot have the attribute ``Importable()``. The extension needs no members:
///
///     extension DateInterval: ImportableByDecoding {}
///
/// The decoder and the encoder have the default strategies. Decoding takes several times as long as an import. The options of
/// the import apply only to the value as a whole.
public protocol ImportableByDecoding: Codable, _RepresentedValue where _Representation == JSONText {}

extension ImportableByDecoding {
    /// Creates the value that the text represents.
    public init(_representation text: JSONText) throws {
        do {
            self = try text.decode()
        } catch {
            throw error.codingPath.reversed().reduce(ImportError.rejectedByDecoder(error)) {
                $0.inside(JSONPath.Component($1))
            }
        }
    }

    /// The text that a `JSONEncoder` writes, with sorted keys.
    public var _representation: JSONText {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return JSONText(checked: Array(try encoder.encode(self)))
        }
    }
}

extension DateComponents: ImportableByDecoding {}
extension Locale: ImportableByDecoding {}
extension Measurement: Importable, _RepresentedValue, ImportableByDecoding {}
extension TimeZone: ImportableByDecoding {}

/// Errors of a decoder in a record.
extension ImportError {
    /// Returns the error of a record for which a decoder, or the model's `init(from:)`, has thrown an error.
    fileprivate static func rejectedByDecoder(_ cause: any Error) -> ImportError {
        guard let error = cause as? DecodingError, let context = error.context else {
            return .rejectedByModel(cause)
        }
        let message = "the decoder found: \(context.reason)"
        switch error {
        case .typeMismatch: return ImportError(.typeMismatch, message, cause: cause)
        case .valueNotFound:
            return ImportError(
                .typeMismatch, message, advice: "if null is correct, make the property optional", cause: cause
            )
        case .keyNotFound(let key, _):
            return ImportError(
                .missingKeys, "the decoder found no key \(key.stringValue.debugDescription)",
                advice: """
                    if the key may be missing, make the property optional; if its spelling differs, set \
                    keyDecodingStrategy of the decoder, or declare CodingKeys
                    """,
                cause: cause)
        case .dataCorrupted:
            return ImportError(.invalidValue, message, advice: context.adviceForValidText, cause: cause)
        @unknown default: return ImportError(.invalidValue, message, cause: cause)
        }
    }
}

extension Error {
    /// The path to the value with the error, if a decoder has thrown the error; otherwise empty.
    var codingPath: [any CodingKey] { (self as? DecodingError)?.context?.codingPath ?? [] }
}

extension DecodingError {
    fileprivate var context: Context? {
        switch self {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
            .dataCorrupted(let context):
            context
        @unknown default: nil
        }
    }
}

extension DecodingError.Context {
    /// The reason, without a period. If a decoder reports a value as invalid JSON, only the underlying error names the
    /// value, where it exists.
    fileprivate var reason: String {
        let underlying = (underlyingError as NSError?)?.userInfo[NSDebugDescriptionErrorKey] as? String
        let text = underlying ?? debugDescription
        return text.hasSuffix(".") ? String(text.dropLast()) : text
    }

    /// The advice if the decoder says that the text is not valid JSON. The parser has found that it is.
    fileprivate var adviceForValidText: String? {
        guard codingPath.isEmpty, debugDescription.contains("not valid JSON") else { return nil }
        return """
            the record is valid JSON, so check whether each number fits its property, and whether a \\u escape is an \
            unpaired surrogate
            """
    }
}

extension JSONPath.Component {
    /// Creates the component for a coding key. Decoders name the key of an element `Index 3`; the integer of any other
    /// key says nothing about the text.
    init(_ key: any CodingKey) {
        if let index = key.intValue, key.stringValue == "Index \(index)" {
            self = .index(index)
        } else {
            self = .key(key.stringValue)
        }
    }
}
