internal import StreamImport

/// An enum whose values become the first case that they fit.
indirect enum Fit: Importable {
    case integer(Int)
    case list([Fit])
    case part(Part)
    case scalars(Scalars)
    case text(JSONText)

    static let importPlan = ImportPlan(
        Fit.self, discriminator: .firstFit,
        cases: [
            ImportCase("integer") {
                .integer($0)
            } unwrap: {
                if case .integer(let integer) = $0 { integer } else { nil }
            },
            ImportCase("list") {
                .list($0)
            } unwrap: {
                if case .list(let list) = $0 { list } else { nil }
            },
            ImportCase("part") {
                .part($0)
            } unwrap: {
                if case .part(let part) = $0 { part } else { nil }
            },
            ImportCase("scalars") {
                .scalars($0)
            } unwrap: {
                if case .scalars(let scalars) = $0 { scalars } else { nil }
            },
            ImportCase("text") {
                .text($0)
            } unwrap: {
                if case .text(let text) = $0 { text } else { nil }
            },
        ],
        index: { fit in
            switch fit {
            case .integer: 0
            case .list: 1
            case .part: 2
            case .scalars: 3
            case .text: 4
            }
        })
}
