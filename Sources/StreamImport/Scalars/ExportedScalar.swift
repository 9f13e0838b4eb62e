public import Foundation

/// A string, a number, a bool or null that is written as JSON: the reverse of an ``ImportToken``.
public enum ExportedScalar: Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A string of any characters.
    case string(String)
    /// An integer.
    case integer(Int)
    /// An integer that may be out of the range of `Int`.
    case unsigned(UInt64)
    /// A number, written with as few digits as suffice to read the same `Double`. It must be finite.
    case double(Double)
    /// A number, written with all its digits. It must be finite.
    case decimal(Decimal)
    /// A number in JSON spelling, such as `-1.50e3`. Any other text is an error.
    case number(String)
}

extension ExportedScalar {
    /// Returns the scalar itself.
    ///
    /// - Throws: ``ImportError/Code/numberOutOfRange`` if JSON cannot represent the scalar.
    package func validated() throws(ImportError) -> ExportedScalar {
        switch self {
        case .double(let number) where !number.isFinite: throw .invalidNumber("\(number)")
        case .decimal(let number) where !number.isFinite: throw .invalidNumber("\(number)")
        case .number(let text) where text.withUTF8Span({ JSONNumber<LeadingDigits>($0) }) == nil:
            throw .invalidNumber(text.debugDescription)
        default: return self
        }
    }
}
