/// A type that keys of an object can become.
///
/// `String` and the integer types conform. A type with such raw values only has to name the protocol:
///
///     @Importable
///     enum Color: String, ImportableKey { case red, green }
///
///     @Importable
///     struct Palette { var shades: [Color: Int] }
public protocol ImportableKey: Hashable, SendableMetatype {
    /// Makes a key of its text in UTF-8; `nil` if the text is no such key, which rejects the record with
    /// ``ImportError/Code/invalidValue``.
    init?(importKey text: Span<UInt8>)

    /// The text that the key is written as, of which ``init(importKey:)`` makes an equal key again.
    ///
    /// Needed for exports only: by default the key cannot be exported. Different keys have different texts.
    func exportKey() throws -> String
}

extension ImportableKey {
    /// Refuses, as nobody has said what a key is written as.
    public func exportKey() throws -> String { throw ImportError.keyNotExportable("\(Self.self)") }
}

extension String: ImportableKey {
    /// The text itself.
    public init(importKey text: Span<UInt8>) {
        // SAFETY: the buffer is read before the call returns.
        self = unsafe text.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    }

    /// The text itself.
    public func exportKey() -> String { self }
}

extension ImportableKey where Self: FixedWidthInteger {
    /// The integer the text spells in decimal digits, with `-` before them if it is negative.
    public init?(importKey text: Span<UInt8>) {
        // The greatest have a digit more than 19.
        let isLong = text.count == 20 && text[0] != UInt8(ascii: "-")
        guard let plain = PlainInteger(isLong ? text.extracting(..<19) : text),
            !plain.isNegative || plain.magnitude > 0
        else { return nil }
        var number = plain.isNegative ? -Int128(plain.magnitude) : Int128(plain.magnitude)
        if isLong {
            guard let last = PlainInteger(text.extracting(19...)) else { return nil }
            number = number * 10 + Int128(last.magnitude)
        }
        self.init(exactly: number)
    }

    /// The integer in decimal digits.
    public func exportKey() -> String { String(self) }
}

extension ImportableKey where Self: RawRepresentable, RawValue: ImportableKey {
    /// Makes the value whose raw value the text becomes.
    public init?(importKey text: Span<UInt8>) {
        guard let value = RawValue(importKey: text) else { return nil }
        self.init(rawValue: value)
    }

    /// The text of the raw value.
    public func exportKey() throws -> String { try rawValue.exportKey() }
}

extension Int: ImportableKey {}
extension Int8: ImportableKey {}
extension Int16: ImportableKey {}
extension Int32: ImportableKey {}
extension Int64: ImportableKey {}
extension UInt: ImportableKey {}
extension UInt8: ImportableKey {}
extension UInt16: ImportableKey {}
extension UInt32: ImportableKey {}
extension UInt64: ImportableKey {}
