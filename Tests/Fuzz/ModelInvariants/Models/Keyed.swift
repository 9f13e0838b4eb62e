internal import StreamImport

/// An enum whose cases are selected by the key of the only member.
indirect enum Keyed: Importable {
    case fits([Fit])
    case keyed(Keyed)
    case none
    case unknown(JSONValue)

    static let importPlan = ImportPlan(
        Keyed.self, discriminator: .key,
        cases: [
            ImportCase("fits", keys: ["l"]) {
                .fits($0)
            } unwrap: {
                if case .fits(let fits) = $0 { fits } else { nil }
            },
            ImportCase("keyed", keys: ["a"]) {
                .keyed($0)
            } unwrap: {
                if case .keyed(let keyed) = $0 { keyed } else { nil }
            },
            ImportCase("none", keys: ["n"]) {
                .none
            } isCase: {
                if case .none = $0 { true } else { false }
            },
            ImportCase(unknown: "unknown") {
                .unknown($0)
            } unwrap: {
                if case .unknown(let json) = $0 { json } else { nil }
            },
        ],
        index: { keyed in
            switch keyed {
            case .fits: 0
            case .keyed: 1
            case .none: 2
            case .unknown: 3
            }
        })
}
