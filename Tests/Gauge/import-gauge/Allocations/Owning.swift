import Foundation
import StreamImport

/// A value that knows what it owns, which is what an import of it has to allocate.
protocol Owning {
    /// How many pieces of memory belong to the value and to what is in it.
    var owned: Int { get }
}

extension Owning {
    /// For values that are kept in place.
    var owned: Int { 0 }
}

extension Int: Owning {}
extension Int16: Owning {}
extension UInt8: Owning {}
extension Double: Owning {}
extension Float: Owning {}
extension Bool: Owning {}
extension Decimal: Owning {}
extension Date: Owning {}
extension UUID: Owning {}

extension String: Owning {
    /// Up to fifteen bytes are kept in place.
    var owned: Int { utf8.count > 15 ? 1 : 0 }
}

extension Optional: Owning where Wrapped: Owning {
    var owned: Int { self?.owned ?? 0 }
}

extension Array: Owning where Element: Owning {
    var owned: Int { isEmpty ? 0 : 1 + reduce(0) { $0 + $1.owned } }
}

extension Set: Owning where Element: Owning {
    var owned: Int { isEmpty ? 0 : 1 + reduce(0) { $0 + $1.owned } }
}

extension Dictionary: Owning where Key: Owning, Value: Owning {
    var owned: Int { isEmpty ? 0 : 1 + reduce(0) { $0 + $1.key.owned + $1.value.owned } }
}

extension JSONValue: Owning {
    var owned: Int {
        switch self {
        case .null, .bool: 0
        case .number(let spelling): spelling.owned
        case .string(let text): text.owned
        case .array(let elements): elements.owned
        case .object(let members): members.owned
        }
    }
}
