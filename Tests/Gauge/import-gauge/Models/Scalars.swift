import Foundation
import StreamImport

/// Values that own no memory.
struct Scalars: AllocationOwner {
    var id: Int
    var level: Int16
    var flags: UInt8
    var ratio: Double
    var share: Float
    var isActive: Bool
    var code: String
    var rank: Rank
    var next: Int?
    var position: Position

    enum Rank: Int, Importable, AllocationOwner { case first = 1, second, third }

    struct Position: AllocationOwner {
        var longitude: Double
        var latitude: Double
        var place: Place?
    }

    struct Place: AllocationOwner {
        var floor: Int
        var room: String?
    }

    static func record(_ index: Int) -> String {
        """
        {"id":\(index),"level":\(index % 300 - 100),"flags":\(index % 256),"ratio":\(index).25,"share":0.5e-3,\
        "is_active":\(index % 2 == 0),"code":"c-\(index % 100_000)","rank":\(index % 3 + 1),"next":\(index % 2 == 0 ? "null" : "7"),"position":{"longitude":13.376198,\
        "latitude":-52.\(index),"place":{"floor":3,"room":\(index % 5 == 0 ? "null" : "\"fifteen bytes..\"")}}}
        """
    }
}

extension Scalars: Importable {
    static let importPlan = ImportPlan(Scalars.self) { fields in
        let id = fields.required("id", Int.self)
        let level = fields.required("level", Int16.self)
        let flags = fields.required("flags", UInt8.self)
        let ratio = fields.required("ratio", Double.self)
        let share = fields.required("share", Float.self)
        let isActive = fields.required("is_active", Bool.self)
        let code = fields.required("code", String.self)
        let rank = fields.required("rank", Rank.self)
        let next = fields.optional("next", Int.self)
        let position = fields.required("position", Position.self)
        return { draft in
            Scalars(
                id: draft[id], level: draft[level], flags: draft[flags], ratio: draft[ratio],
                share: draft[share],
                isActive: draft[isActive], code: draft[code], rank: draft[rank],
                next: draft[next], position: draft[position])
        }
    }
}

extension Scalars.Position: Importable {
    static let importPlan = ImportPlan(Scalars.Position.self) { fields in
        let longitude = fields.required("longitude", Double.self)
        let latitude = fields.required("latitude", Double.self)
        let place = fields.optional("place", Scalars.Place.self)
        return { draft in
            Scalars.Position(longitude: draft[longitude], latitude: draft[latitude], place: draft[place])
        }
    }
}

extension Scalars.Place: Importable {
    static let importPlan = ImportPlan(Scalars.Place.self) { fields in
        let floor = fields.required("floor", Int.self)
        let room = fields.optional("room", String.self)
        return { draft in Scalars.Place(floor: draft[floor], room: draft[room]) }
    }
}
