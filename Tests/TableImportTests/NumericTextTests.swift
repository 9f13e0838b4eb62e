import Foundation
import GRDB
import Testing

@testable import TableImport

/// `NumericText` and SQLite accept the same texts as numbers.
@Suite struct NumericTextTests {
    private static let texts: [String] = {
        let parts = [
            "", " ", "\t", "\u{B}", "\u{C}", "\n", "+", "-", ".", "e", "E", "0", "7", "12", "x", "\u{A0}",
            "\0", "_",
        ]
        let pairs = parts.flatMap { first in parts.map { first + $0 } }
        let triples = ["1", "1.", ".5", "1e", "1e+", "-1", "0x1", "1e5", " 1", "é"].flatMap { start in
            pairs.map { start + $0 }
        }
        let specialTexts = [
            "inf", "Infinity", "nan", "1e400", "1e-400", "99999999999999999999", "0x10", "1e5.0", "1..2",
            "--1", "+-1",
            "1e 5", "1 e5", "١", "１", "1,000", "1\u{0}2", "\u{FEFF}1", "1d5", "1f", "0b1", "true",
        ]
        return Array(Set(pairs + triples + specialTexts)).sorted()
    }()

    private func isNumeric(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        return NumericText.isNumeric(bytes.span)
    }

    @Test(arguments: ["INTEGER", "REAL", "NUMERIC"])
    func numericTextDetectionMatchesSQLite(type: String) throws {
        try DatabaseQueue().write { db in
            try db.execute(sql: "CREATE TABLE t (v \(type))")
            let insertion = try db.makeStatement(sql: "INSERT INTO t SELECT CAST(? AS TEXT)")
            for text in Self.texts { try insertion.execute(arguments: [Data(text.utf8)]) }
            let types = try String.fetchAll(db, sql: "SELECT typeof(v) FROM t ORDER BY rowid")
            for (text, type) in zip(Self.texts, types) {
                #expect(isNumeric(text) == (type != "text"), "\(text.debugDescription)")
            }
        }
    }
}
