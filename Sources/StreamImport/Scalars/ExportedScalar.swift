public import Foundation

/// A string, a number, a bool or null, on its way into JSON: the reverse of an ``ImportToken``.
public enum ExportedScalar: Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A string, of any characters.
    case string(String)
    /// An integer.
    case integer(Int)
    /// An integer that `Int` may not hold.
    case unsigned(UInt64)
    /// The shortest number that is nearest to this one. It has to be finite.
    case double(Double)
    /// A number with all its digits.
    case decimal(Decimal)
    /// A number in the spelling of JSON, such as `-1.50e3`. What is none is an error.
    case number(String)
}

extension ExportedScalar {
    /// The scalar, if JSON can say it.
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
