/// The type affinity of a column. The rules are those of section 3.1 of "Datatypes In SQLite", in their order.
package enum Affinity {
    case integer, text, blob, real, numeric

    package init(declaredType: String) {
        let type = declaredType.uppercased()
        self =
            if type.contains("INT") {
                .integer
            } else if ["CHAR", "CLOB", "TEXT"].contains(where: type.contains) {
                .text
            } else if type.isEmpty || type.contains("BLOB") {
                .blob
            } else if ["REAL", "FLOA", "DOUB"].contains(where: type.contains) {
                .real
            } else {
                .numeric
            }
    }
}
