internal import Foundation
internal import StreamImport

/// A model with a property for every kind of scalar.
struct Scalars: Importable {
    enum Color: String, Importable { case red, green }
    enum Level: Int, Importable { case low = 1, high = 2 }

    let id: Int
    let string: String?, double: Double?, float: Float?, bool: Bool?, decimal: Decimal?, byte: UInt8?,
        wide: UInt64?
    let date: Date?, seconds: Date?, uuid: UUID?, url: URL?, data: Data?, color: Color?, level: Level?,
        none: Int??

    static let importPlan = ImportPlan(Scalars.self) { fields in
        let id = fields.required("id", Int.self)
        let string = fields.optional("s", String.self, keys: ["string", "S"])
        let double = fields.optional("d", Double.self)
        let float = fields.optional("f", Float.self)
        let bool = fields.optional("b", Bool.self)
        let decimal = fields.optional("c", Decimal.self)
        let byte = fields.optional("y", UInt8.self)
        let wide = fields.optional("w", UInt64.self)
        let date = fields.optional("t", Date.self)
        let seconds = fields.optional("ts", Date.self, dates: .unixSeconds)
        let uuid = fields.optional("u", UUID.self)
        let url = fields.optional("l", URL.self)
        let data = fields.optional("x", Data.self)
        let color = fields.optional("e", Color.self)
        let level = fields.optional("k", Level.self)
        let none = fields.optional("n", Int?.self)
        return { draft in
            Scalars(
                id: draft[id], string: draft[string], double: draft[double], float: draft[float],
                bool: draft[bool],
                decimal: draft[decimal], byte: draft[byte], wide: draft[wide], date: draft[date],
                seconds: draft[seconds], uuid: draft[uuid], url: draft[url], data: draft[data],
                color: draft[color],
                level: draft[level], none: draft[none])
        }
    }
}
