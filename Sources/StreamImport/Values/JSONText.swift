internal import Foundation

/// The text of any JSON value, exactly as it is written in the input, without the white space around it.
///
/// Use it for values that are signed, forwarded, stored or decoded later: the value is checked, but not parsed any
/// further.
///
///     @Importable struct Webhook {
///         var id: Int
///         var payload: JSONText
///     }
///
///     try StreamImporter.objects(of: Webhook.self, from: url).forEach { webhook in
///         forward(webhook.payload.bytes)
///         let order = try webhook.payload.decode(Order.self)
///     }
///
/// As the type of the records, it divides the input into the texts of its records.
/// ``Importable/init(json:options:)-(String,_)`` checks a text and removes the white space around it.
///
/// The contents of a value must be JSON and within the limits. Nothing else is checked, neither duplicate keys nor
/// whether a `\u` escape is half of a surrogate pair. A value that does not come from JSON text, such as a member of a
/// dictionary, is written as JSON without white space and with sorted keys.
///
/// Two texts are equal if their bytes are: `1` is not equal to `1.0`. An export writes the text unchanged, but for line feeds
/// in ``ExportFormat/lines``, which become spaces.
public struct JSONText: Hashable, Sendable {
    /// The text in UTF-8.
    public let bytes: [UInt8]

    /// Creates a text from bytes that are one JSON value without white space around it.
    init(checked bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The text as a string.
    ///
    /// - Complexity: O(*n*), where *n* is the length of the text.
    public var text: String { String(decoding: bytes, as: UTF8.self) }
}

extension JSONText: CustomStringConvertible {
    /// The text as a string.
    public var description: String { text }
}

extension JSONText: ImportableScalar {
    /// Creates the text of a string, a number or a bool.
    public init(_ token: borrowing ImportToken) {
        switch token.kind {
        case .string: self.init { [text = String(utf8: token.bytes)] in $0.put(text) }
        case .number, .bool: self.init(checked: Array(String(utf8: token.bytes).utf8))
        }
    }

    /// The plan that makes a text from any JSON value.
    public static var importPlan: ImportPlan {
        var plan = ImportPlan(ofAnyValue: Self.self) { .null }
        plan.keepsText = true
        return plan
    }

    private static let null = JSONText(checked: Array("null".utf8))
}

// Arrays and objects that do not come from JSON text.
extension JSONText: ArrayWrapper, DictionaryWrapper {
    init(elements: [JSONText]) {
        self.init { target in
            target.start(isObject: false)
            for element in elements { _ = target.put(json: element.bytes) }
            target.end(isObject: false)
        }
    }

    init(members: [String: JSONText]) {
        self.init { target in
            target.start(isObject: true)
            for (key, value) in members.sorted(by: { $0.key < $1.key }) {
                target.key(key)
                _ = target.put(json: value.bytes)
            }
            target.end(isObject: true)
        }
    }

    /// Creates the text that a function writes.
    init(_ write: (TextTarget) -> Void) {
        let buffer = OutputBuffer()
        write(TextTarget(buffer: buffer, isIndented: false))
        // SAFETY: the bytes are copied while the buffer exists.
        bytes = withExtendedLifetime(buffer) { unsafe Array(buffer.bytes) }
    }
}
