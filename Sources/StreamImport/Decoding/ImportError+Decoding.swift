internal import Foundation

/// Errors of a decoder in a record.
extension ImportError {
    /// Returns the error of a record for which a decoder, or the model's `init(from:)`, has thrown an error.
    static func rejectedByDecoder(_ cause: any Error) -> ImportError {
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
