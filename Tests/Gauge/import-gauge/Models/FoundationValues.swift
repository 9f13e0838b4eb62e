import Foundation
import StreamImport

/// Foundation's values that own no memory, with dates in every form.
struct FoundationValues: AllocationOwner {
    var id: UUID
    var price: Decimal
    var iso: Date
    var seconds: Date
    var milliseconds: Date
    var automatic: Date
    var later: Date?

    static func record(_ index: Int) -> String {
        let twelveDigits = String(100_000_000_000 + index)
        return """
            {"id":"6ba7b810-9dad-11d1-80b4-\(twelveDigits)","price":12345678901234.\(index),\
            "iso":"2024-02-29T12:34:56.789+02:00","seconds":17000\(10_000 + index).5,"milliseconds":1700000000123,\
            "automatic":"2024-02-29T12:34:\(10 + index % 50)Z","later":\(index % 2 == 0 ? "null" : "\"2031-01-01T00:00:00Z\"")}
            """
    }
}

extension FoundationValues: Importable {
    static let importPlan = ImportPlan(FoundationValues.self) { fields in
        let id = fields.required("id", UUID.self)
        let price = fields.required("price", Decimal.self)
        let iso = fields.required("iso", Date.self, dates: .iso8601)
        let seconds = fields.required("seconds", Date.self, dates: .unixSeconds)
        let milliseconds = fields.required("milliseconds", Date.self, dates: .unixMilliseconds)
        let automatic = fields.required("automatic", Date.self)
        let later = fields.optional("later", Date.self)
        return { draft in
            FoundationValues(
                id: draft[id], price: draft[price], iso: draft[iso], seconds: draft[seconds],
                milliseconds: draft[milliseconds], automatic: draft[automatic], later: draft[later])
        }
    }
}

/// A number with more digits than 64 bits can hold.
struct Amount: AllocationOwner {
    var value: Decimal

    static func record(_ index: Int) -> String { #"{"value":12345678901234567890.\#(index)}"# }
}

extension Amount: Importable {
    static let importPlan = ImportPlan(Amount.self) { fields in
        let value = fields.required("value", Decimal.self)
        return { draft in Amount(value: draft[value]) }
    }
}
