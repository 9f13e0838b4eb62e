internal import Foundation

/// A value as ``DynamicValue`` has it, in which no object is a model: what hooks see.
struct UntypedValue {
    let value: Any
}

extension UntypedValue: ImportableScalar {
    /// No number is refused, and none loses a digit: what becomes of it is not known yet.
    init(_ token: borrowing ImportToken) {
        let value = try? DynamicValue(token).value
        guard token.kind == .number, value == nil || value is Double else {
            self.value = value ?? NSNull()
            return
        }
        let (decimal, double) = (try? Decimal(token), value as? Double)
        let isExact = double.map { Decimal(string: $0.description) == decimal } ?? false
        if isExact, let double {
            self.value = double
        } else {
            self.value = decimal ?? JSONValue.number(String(importKey: token.bytes))
        }
    }

    static var importPlan: ImportPlan {
        ImportPlan(ofAnyValue: Self.self) { UntypedValue(value: NSNull()) }
    }
}

extension UntypedValue: MadeOfElements, MadeOfMembers {
    init(elements: [UntypedValue]) { value = elements.map(\.value) }
    init(members: [String: UntypedValue]) { value = members.mapValues(\.value) }
}
