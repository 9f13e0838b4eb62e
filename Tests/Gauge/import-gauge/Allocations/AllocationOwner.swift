import Foundation
import StreamImport

/// A value with a known number of allocations, which an import of the value has to make.
protocol AllocationOwner {
    /// The number of allocations that the value and its contents own.
    var ownedAllocations: Int { get }
}

extension AllocationOwner {
    /// Zero, for values that are stored inline.
    var ownedAllocations: Int { 0 }
}

extension Int: AllocationOwner {}
extension Int16: AllocationOwner {}
extension UInt8: AllocationOwner {}
extension Double: AllocationOwner {}
extension Float: AllocationOwner {}
extension Bool: AllocationOwner {}
extension Decimal: AllocationOwner {}
extension Date: AllocationOwner {}
extension UUID: AllocationOwner {}

extension String: AllocationOwner {
    /// Zero for up to 15 bytes, which are stored inline.
    var ownedAllocations: Int { utf8.count > 15 ? 1 : 0 }
}

extension Optional: AllocationOwner where Wrapped: AllocationOwner {
    var ownedAllocations: Int { self?.ownedAllocations ?? 0 }
}

extension Array: AllocationOwner where Element: AllocationOwner {
    var ownedAllocations: Int { isEmpty ? 0 : 1 + reduce(0) { $0 + $1.ownedAllocations } }
}

extension Set: AllocationOwner where Element: AllocationOwner {
    var ownedAllocations: Int { isEmpty ? 0 : 1 + reduce(0) { $0 + $1.ownedAllocations } }
}

extension Dictionary: AllocationOwner where Key: AllocationOwner, Value: AllocationOwner {
    var ownedAllocations: Int {
        isEmpty ? 0 : 1 + reduce(0) { $0 + $1.key.ownedAllocations + $1.value.ownedAllocations }
    }
}

extension JSONValue: AllocationOwner {
    var ownedAllocations: Int {
        switch self {
        case .null, .bool: 0
        case .number(let spelling): spelling.ownedAllocations
        case .string(let text): text.ownedAllocations
        case .array(let elements): elements.ownedAllocations
        case .object(let members): members.ownedAllocations
        }
    }
}
