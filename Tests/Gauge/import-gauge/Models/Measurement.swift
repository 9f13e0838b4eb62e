import StreamImport

/// All members of a record of `numbers` as properties.
struct Measurement: AllocationOwner {
    var id: Int
    var offset: Int
    var nanoseconds: Int
    var balance: Int
    var ratio: Double
    var price: Double
    var mass: Double
    var charge: Double
    var samples: [Double]
    var histogram: [Int]
    var track: [[Double]]

    var ownedAllocations: Int {
        samples.ownedAllocations + histogram.ownedAllocations + track.ownedAllocations
    }
}

extension Measurement: Importable {
    static let importPlan = ImportPlan(Measurement.self) { fields in
        let id = fields.required("id", Int.self)
        let offset = fields.required("offset", Int.self)
        let nanoseconds = fields.required("nanoseconds", Int.self)
        let balance = fields.required("balance", Int.self)
        let ratio = fields.required("ratio", Double.self)
        let price = fields.required("price", Double.self)
        let mass = fields.required("mass", Double.self)
        let charge = fields.required("charge", Double.self)
        let samples = fields.required("samples", [Double].self)
        let histogram = fields.required("histogram", [Int].self)
        let track = fields.required("track", [[Double]].self)
        return { draft in
            Measurement(
                id: draft[id], offset: draft[offset], nanoseconds: draft[nanoseconds],
                balance: draft[balance], ratio: draft[ratio], price: draft[price], mass: draft[mass],
                charge: draft[charge], samples: draft[samples], histogram: draft[histogram],
                track: draft[track])
        }
    }
}
