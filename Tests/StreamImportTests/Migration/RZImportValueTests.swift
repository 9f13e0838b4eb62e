import Foundation
import StreamImport
import Testing

/// The conversion of values with the preset `rzImport`.
@Suite struct RZImportValueTests {
    typealias Values = RZImportTests.Values

    /// Returns the date of a number of Unix seconds.
    private static func date(_ seconds: Double) -> Date { Date(timeIntervalSince1970: seconds) }

    @Test(arguments: [
        // number or bool to string
        (#"{"text":5}"#, Values(text: "5")), (#"{"text":1.5}"#, Values(text: "1.5")),
        (#"{"text":true}"#, Values(text: "1")), (#"{"text":false}"#, Values(text: "0")),
        // string to number
        (#"{"int":"12"}"#, Values(int: 12)), (#"{"int":" 12 "}"#, Values(int: 12)),
        (#"{"int":"1,234"}"#, Values(int: 1234)), (#"{"int":"-7"}"#, Values(int: -7)),
        (#"{"int":"00042"}"#, Values(int: 42)), (#"{"int":"007"}"#, Values(int: 7)),
        (#"{"int":"-007"}"#, Values(int: -7)), (#"{"int":"000"}"#, Values(int: 0)),
        (#"{"int":"5."}"#, Values(int: 5)), (#"{"real":".5"}"#, Values(real: 0.5)),
        (#"{"real":"-.5"}"#, Values(real: -0.5)), (#"{"real":"00.5"}"#, Values(real: 0.5)),
        (#"{"real":"1,234."}"#, Values(real: 1234)), (#"{"real":"1,234.5"}"#, Values(real: 1234.5)),
        (#"{"int":true}"#, Values(int: 1)),
        // to bool
        (#"{"flag":"yes"}"#, Values(flag: true)), (#"{"flag":"True"}"#, Values(flag: true)),
        (#"{"flag":" +007"}"#, Values(flag: true)), (#"{"flag":"9"}"#, Values(flag: true)),
        (#"{"flag":"on"}"#, Values(flag: false)), (#"{"flag":"0.5"}"#, Values(flag: false)),
        (#"{"flag":"no"}"#, Values(flag: false)), (#"{"flag":""}"#, Values(flag: false)),
        (#"{"flag":1}"#, Values(flag: true)), (#"{"flag":0}"#, Values(flag: false)),
        (#"{"flag":2}"#, Values(flag: true)),
        // to date
        (#"{"date":1398931200}"#, Values(date: date(1_398_931_200))),
        (#"{"date":"2014-05-01T08:00:00Z"}"#, Values(date: date(1_398_931_200))),
        (#"{"date":"2014-05-01T08:00:00.25+02:00"}"#, Values(date: date(1_398_924_000.25))),
        (#"{"day":"01.05.2014"}"#, Values(day: date(1_398_902_400))),
        // values that RZImport does not convert
        (#"{"url":"http://image_url"}"#, Values(url: URL(string: "http://image_url"))),
        (#"{"tags":["a","b","a"]}"#, Values(tags: ["a", "b"])),
        (#"{"id":"abc"}"#, Values(id: .string("abc"))), (#"{"id":5}"#, Values(id: .number("5"))),
        // ignored properties
        (#"{"note":"a"}"#, Values()),
    ])
    func valueIsConvertedToPropertyType(object: String, values: Values) async throws {
        let outcome = try await importWithPreset(object, to: Values.self, .rzImport)
        #expect(outcome.records == [values])
        #expect(outcome.mismatches == [])
        #expect(try updated(Values(), by: object, .rzImport) == values)
    }

    @Test(arguments: [
        (#"{"text":["a"]}"#, "$[0].text: expected a value for String, found '['"),
        (#"{"int":"12 apples"}"#, #"$[0].int: expected an integer, found "12 apples""#),
        (#"{"int":""}"#, #"$[0].int: expected an integer, found """#),
        (#"{"int":1.5}"#, "$[0].int: expected an integer, found 1.5"),
        (#"{"int":"1,23"}"#, #"$[0].int: expected an integer, found "1,23""#),
        (#"{"int":"."}"#, #"$[0].int: expected an integer, found ".""#),
        (#"{"int":"5.."}"#, #"$[0].int: expected an integer, found "5..""#),
        (#"{"int":"5.5."}"#, #"$[0].int: expected an integer, found "5.5.""#),
        (#"{"tags":"a"}"#, #"$[0].tags: expected an array, found "a""#),
        (
            #"{"date":"yesterday"}"#,
            #"$[0].date: expected a date (ISO 8601, /Date(ms)/ or seconds since 1970), found "yesterday""#
        ),
        (
            #"{"day":"2014-05-01"}"#,
            #"$[0].day: expected a date such as dd.MM.yyyy, found "2014-05-01""#
        ),
        (#"{"url":5}"#, "$[0].url: expected a URL, found 5"),
    ])
    func mismatchIsSkippedAndListed(object: String, message: String) async throws {
        let outcome = try await importWithPreset(object, to: Values.self, .rzImport)
        #expect(outcome.records == [Values()])
        #expect(
            outcome.summary?.mismatches.map { "\($0.error.path?.description ?? ""): \($0.error.message)" }
                == [message])
        let old = Values(text: "a", int: 7, date: Self.date(5), day: Self.date(6), url: URL(string: "b"))
        #expect(try updated(old, by: object, .rzImport) == old)
    }

    @Test func nullResetsToNilOrDefault() throws {
        let old = Values(
            text: "a", int: 7, flag: true, date: Self.date(5), url: URL(string: "b"), tags: ["c"])
        let object = #"{"text":null,"int":null,"flag":null,"date":null,"url":null,"tags":null}"#
        #expect(try updated(old, by: object, .rzImport) == Values())
    }

    @Test func dateInDictionaryIsKept() throws {
        let now = Date()
        let values = try Values(dictionary: ["date": now, "day": now], options: .rzImport)
        #expect(values == Values(date: now, day: now))
    }

    @Test func mismatchOfRequiredPropertyRejectsRecord() async throws {
        let outcome = try await importWithPreset(#"{"x":"a"}"#, to: Point.self, .rzImport)
        #expect(outcome.error?.message == #"expected an integer, found "a""#)
        #expect(outcome.error?.path?.description == "$[0].x")
    }
}
