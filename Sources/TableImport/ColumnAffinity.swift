/// How SQLite changes values in a column that somebody else has declared.
enum ColumnAffinity {
    case integer
    case text
    case blob
    case real
    case numeric

    /// The affinity of a declared type: the rules of section 3.1 of "Datatypes In SQLite", in their order.
    init(declaredType: String) {
        let type = declaredType.uppercased()
        if type.contains("INT") {
            self = .integer
        } else if ["CHAR", "CLOB", "TEXT"].contains(where: type.contains) {
            self = .text
        } else if type.isEmpty || type.contains("BLOB") {
            self = .blob
        } else if ["REAL", "FLOA", "DOUB"].contains(where: type.contains) {
            self = .real
        } else {
            self = .numeric
        }
    }

    /// What a column with the affinity holds without a change that would be missed. Text stands for integers where a
    /// column was declared to hold text, and 1 for 1.0 or the other way round.
    var kinds: ColumnKinds {
        switch self {
        case .integer, .numeric: [.numbers, .text]
        case .text: [.wholeNumbers, .texts]
        case .blob: [.numbers, .texts]
        case .real: [.bool, .integer, .reals, .text]
        }
    }
}
