import Foundation
import GRDB
import StreamImport
import StreamImportGRDB
import Testing

/// The texts of dates in columns.
@Suite struct DateTextTests {
    @Importable
    struct Event: Codable, FetchableRecord {
        var at: Date
    }

    static let texts = [
        ("2014-05-01T08:00:00Z", "2014-05-01 08:00:00.000"),
        ("1970-01-01T00:00:00Z", "1970-01-01 00:00:00.000"),
        ("1969-12-31T23:59:59.999Z", "1969-12-31 23:59:59.999"),
        ("1600-02-29T12:34:56.007Z", "1600-02-29 12:34:56.007"),
        ("1583-01-01T00:00:00Z", "1583-01-01 00:00:00.000"),
        ("2016-12-31T23:59:59.9994Z", "2016-12-31 23:59:59.999"),
        ("2016-12-31T23:59:59.9996Z", "2017-01-01 00:00:00.000"),
        ("9999-12-31T23:59:59.999Z", "9999-12-31 23:59:59.999"),
        ("9999-12-31T23:59:59.9999999Z", "9999-12-31 23:59:59.999"),
    ]

    @Test(arguments: texts)
    func dateIsStoredAsTextWithMilliseconds(_ text: String, column: String) throws {
        let queue = try DatabaseQueue()
        try records(#"[{"at":"\#(text)"}]"#, of: Event.self).write(to: queue)
        #expect(try queue.read { try String.fetchOne($0, sql: "SELECT at FROM event") } == column)
    }

    @Test(arguments: [1, 2, 400, 1000, 1500, 1582, 1583, 1700, 1900, 2000, 2024, 9999])
    func wholeSecondsAreFetchedUnchanged(year: Int) throws {
        let queue = try DatabaseQueue()
        let days = [
            "01-01T00:00:00Z", "02-28T23:59:59Z", "03-01T00:00:00Z", "10-04T01:02:03Z", "10-15T01:02:03Z",
            "12-31T23:59:59Z",
        ]
        let text = days.map { day in
            #"{"at":"\#(String(repeating: "0", count: 4 - "\(year)".count))\#(year)-\#(day)"}"#
        }.joined(separator: "\n")
        let events = records(text, of: Event.self)
        try events.write(to: queue)
        let fetched = try queue.read { try Event.fetchAll($0, sql: "SELECT at FROM event") }
        #expect(try events.collect().map(\.at) == fetched.map(\.at))
    }

    @Test func datesAreSortedAsText() throws {
        let queue = try DatabaseQueue()
        let text = Self.texts.map { #"{"at":"\#($0.0)"}"# }.joined(separator: "\n")
        try records(text, of: Event.self).write(to: queue)
        #expect(
            try queue.read { try String.fetchAll($0, sql: "SELECT at FROM event ORDER BY at") }
                == Self.texts.map(\.1).sorted())
    }
}
