import Foundation
import StreamImport
import Testing

/// The behavior of the earlier libraries, which the presets reproduce.
@Suite struct MigrationTests {
    @Test(arguments: names + paths + objects, Library.allCases)
    func presetReadsMembersAsLibrary(row: Row, library: Library) throws { try row(library) }

    @Test(arguments: updates, Library.allCases)
    func presetUpdatesRecordAsLibrary(row: Row, library: Library) throws { try row(library) }

    @Test(arguments: values + mismatches, Library.allCases)
    func presetConvertsValueAsLibrary(row: Row, library: Library) throws { try row(library) }

    private static let names: [Row] =
        [
            "user_name", "USER_NAME", "USERNAME", "UserName", "_userName", "user-name", "User Name",
            "UsEr_NAme", "userName ",
        ].map { Row(User.self, #"{"\#($0)":"Bob"}"#, #"{"userName":"Bob"}"#, exact: "{}") } + [
            Row(User.self, #"{"userName":"Bob"}"#),
            Row(User.self, #"{"":"a"," ":"b","_":"c","-":"d","(null)":"e","user\tname":"f"}"#, "{}"),
            Row(
                User.self, #"{"USERNAME":"Al","_USER_ID":26,"pastJobs":[{"tiTLE":"a"},{"title":"b"}]}"#,
                #"{"userName":"Al","userId":26,"pastJobs":[{"title":"a"},{"title":"b"}]}"#,
                exact: #"{"pastJobs":[{},{"title":"b"}]}"#),
            Row(Category.self, #"{"id":"a"}"#, "{}", jastor: #"{"objectId":"a"}"#),
            Row(Category.self, #"{"id":5}"#, "{}", jastor: #"{"objectId":"5"}"#),
            Row(Category.self, #"{"id":null}"#, "{}"),
            Row(Category.self, #"{"objectId":"b"}"#),
            Row(
                Category.self, #"{"objectId":"b","id":"a"}"#, #"{"objectId":"b"}"#,
                jastor: #"{"objectId":"a"}"#),
            Row(Category.self, #"{"ID":"a"}"#, "{}"),
            Row(
                Category.self, #"{"id":1,"children":[{"id":2,"children":[{"id":"x"}]}]}"#,
                #"{"children":[{"children":[{}]}]}"#,
                jastor: #"{"objectId":"1","children":[{"objectId":"2","children":[{"objectId":"x"}]}]}"#),
        ]

    private static let paths: [Row] = [
        Row(Location.self, #"{"id":5,"zip":"1"}"#, #"{"locationID":5,"zipCode":"1"}"#),
        Row(
            Location.self, #"{"location_id":5,"ZipCode":"1"}"#, #"{"locationID":5,"zipCode":"1"}"#,
            exact: "{}"),
        Row(Location.self, #"{"locationID":5,"zipCode":"1"}"#, #"{"id":5,"zip":"1"}"#),
        Row(Location.self, #"{"id":5,"locationID":6,"zip":"1","zipCode":"2"}"#, #"{"id":5,"zip":"1"}"#),
        Row(Location.self, #"{"locationID":6,"id":5,"zipCode":"2","zip":"1"}"#, #"{"id":5,"zip":"1"}"#),
        Row(Location.self, #"{"ID":5,"Zip":"1"}"#, "{}"),
        Row(Location.self, #"{"city":{"name":"Ulm"}}"#, #"{"cityName":"Ulm","city":{}}"#),
        Row(Location.self, #"{"city.name":"Ulm"}"#, #"{"cityName":"Ulm"}"#),
        Row(Location.self, #"{"city":{"NAME":"Ulm"}}"#, #"{"city":{}}"#),
        Row(Location.self, #"{"fooRate":2,"cached":3,"twice":9,"@type":"t"}"#, #"{"fooRate":2,"@type":"t"}"#),
        Row(
            Location.self, #"{"meta":{"code":"1"},"zip":"2","inner":[{"meta":{"code":"3"}},{"zip":"4"}]}"#,
            #"{"zip":"1","inner":[{"zip":"3"},{"zip":"4"}]}"#
        ) { $0.map("meta.code", to: "zipCode", of: Location.self) },
        Row(Location.self, #"{"city":{"name":"Ulm","country":"de"},"id":1}"#, #"{"id":1}"#) {
            $0.ignore("city")
        },
        Row(
            Location.self, #"{"city":{"name":"Ulm","country":"de"},"id":1}"#,
            #"{"id":1,"city":{"country":"de"}}"#
        ) { $0.ignore("city.name") },
        Row(
            User.self, #"{"userName":"x","job":{"label":"a"},"pastJobs":[{"title":"own"}]}"#,
            #"{"userName":"x","job":{"title":"a"},"pastJobs":[{"title":"own"}]}"#
        ) { $0.map("label", to: "title", of: User.Job.self) },
        // The mapping of another call has no effect.
        Row(User.self, #"{"job":{"label":"a"}}"#, #"{"job":{}}"#),
    ]

    private static let objects: [Row] = [
        Row(User.self, "{}"),
        Row(User.self, #"{"userId":100,"userName":"Bob","userRole":"Author"}"#),
        Row(
            User.self, #"{"job":{"title":"a","rank":1},"userName":"Bob"}"#,
            #"{"userName":"Bob","job":{"title":"a","rank":1}}"#),
        Row(User.self, #"{"pastJobs":[{"title":"a"},{"title":"b"},{"title":"c","rank":2},{}]}"#),
        Row(User.self, #"{"rounds":[[{"title":"a"}],[]],"pastJobs":[{"rank":1}]}"#),
        Row(User.self, #"{"names":{"first":"Conan","middle":"the","last":"Barbarian"}}"#),
        Row(User.self, #"{"anything":["a",777,{"b":true},false,null,[]]}"#),
        Row(User.self, #"{"gaps":["a",null]}"#),
        Row(User.self, #"{"rows":[[1,2],[],[3]]}"#),
        Row(User.self, #"{"raw":{"a":{"b":1}}}"#),
        Row(User.self, #"{"userName":null,"userRole":null,"job":null,"pastJobs":null,"rows":null}"#, "{}"),
        Row(User.self, #"{"job":{"title":null,"rank":null}}"#, #"{"job":{}}"#),
        Row(
            User.self, #"{"userName":777,"userId":"12","job":{"rank":"1"}}"#,
            #"{"userName":"777","userId":12,"job":{"rank":1}}"#),
        Row(
            Category.self,
            #"{"name":"1","children":[{"name":"1.1"},{"name":"1.2","children":[{"name":"1.2.1"}]},{"name":"1.3"}]}"#
        ),
        Row(User.self, #"{"userName":{"a":1}}"#, ".userName: expected a value for String, found '{'"),
        Row(User.self, #"{"userName":["a"]}"#, ".userName: expected a value for String, found '['"),
        Row(User.self, #"{"userId":{"a":1}}"#, ".userId: expected a value for Int, found '{'"),
        Row(User.self, #"{"userId":"abc"}"#, #".userId: expected an integer, found "abc""#),
        Row(User.self, #"{"userId":"١٢"}"#, #".userId: expected an integer, found "١٢""#),
        Row(User.self, #"{"job":"Pabst"}"#, #".job: expected an object, found "Pabst""#),
        Row(
            User.self, #"{"job":{"rank":"first"}}"#, #".job.rank: expected an integer, found "first""#,
            rz: #"{"job":{}} / .job.rank: expected an integer, found "first""#),
        Row(User.self, #"{"pastJobs":["a"]}"#, #".pastJobs[0]: expected an object, found "a""#),
        Row(User.self, #"{"pastJobs":[null]}"#, ".pastJobs[0]: expected an object, found null"),
        Row(User.self, #"{"pastJobs":{"title":"a"}}"#, ".pastJobs: expected an array, found '{'"),
        Row(User.self, #"{"anything":"a"}"#, #".anything: expected an array, found "a""#),
        Row(User.self, #"{"pastJobs":[{"rank":2},5]}"#, ".pastJobs[1]: expected an object, found 5"),
        Row(
            User.self, #"{"knownJobs":[{"rank":2},5,{"rank":3}]}"#,
            #"{"knownJobs":[{"rank":2},{"rank":3}]} / .knownJobs[1]: expected an object, found 5"#),
        Row(
            User.self, #"{"knownJobs":[{"rank":2},null,{"rank":3}]}"#,
            #"{"knownJobs":[{"rank":2},{"rank":3}]} / .knownJobs[1]: expected an object, found null"#),
    ]

    private static let job = #"{"userId":1,"userName":"Bob","userRole":"b","job":{"title":"a","rank":1}}"#
    private static let jobs = #"{"userName":"a","pastJobs":[{"title":"c","rank":2}]}"#

    /// RZImport and ClassMapper set null, the others keep the old value. Only ClassMapper merges nested objects.
    private static let updates: [Row] = [
        Row(User.self, old: job, "{}", job),
        Row(
            User.self, old: job, #"{"USER_ID":2,"unknown":{"userName":"c"}}"#,
            #"{"userId":2,"userName":"Bob","userRole":"b","job":{"title":"a","rank":1}}"#, exact: job),
        Row(
            User.self, old: job, #"{"userName":"Ann","job":{"title":"c"}}"#,
            #"{"userId":1,"userName":"Ann","userRole":"b","job":{"title":"c"}}"#,
            cm: #"{"userId":1,"userName":"Ann","userRole":"b","job":{"title":"c","rank":1}}"#),
        Row(
            User.self, old: job, #"{"userName":null,"userRole":null,"job":null,"pastJobs":null}"#, job,
            rz: #"{"userId":1}"#, cm: #"{"userId":1}"#),
        Row(
            User.self, old: job, #"{"userName":"Ann","job":7}"#, ".job: expected an object, found 7",
            rz: #"{"userId":1,"userName":"Ann","userRole":"b","job":{"title":"a","rank":1}} / .job: expected"#
        ),
        Row(
            User.self, old: jobs, #"{"pastJobs":null}"#, jobs, rz: #"{"userName":"a"}"#,
            cm: #"{"userName":"a"}"#),
        Row(User.self, old: jobs, #"{"pastJobs":{"title":"b"}}"#, ".pastJobs: expected an array"),
        Row(User.self, old: jobs, #"{"pastJobs":"x"}"#, ".pastJobs: expected an array"),
        Row(
            User.self, old: jobs, #"{"pastJobs":[{"rank":6},{"rank":7}]}"#,
            #"{"userName":"a","pastJobs":[{"rank":6},{"rank":7}]}"#,
            cm: #"{"userName":"a","pastJobs":[{"title":"c","rank":6},{"rank":7}]}"#),
        Row(
            Values.self, old: #"{"text":"a","int":7,"flag":true,"date":5,"url":"b","tags":["c"]}"#,
            #"{"text":null,"int":null,"flag":null,"date":null,"url":null,"tags":null}"#,
            #"{"text":"a","int":7,"flag":true,"date":5,"url":"b","tags":["c"]}"#, rz: "{}", cm: "{}"),
    ]

    /// Returns a scenario of a value that only RZImport converts.
    private static func permissive(_ member: String, _ text: String, _ value: String) -> Row {
        Row(
            Values.self, #"{"\#(member)":"\#(text)"}"#, ".\(member): expected",
            rz: #"{"\#(member)":\#(value)}"#)
    }

    /// Returns scenarios of a value that all libraries reject, and that replaces no old value.
    private static func rejected(_ member: String, _ text: String, _ message: String) -> [Row] {
        let old =
            #"{"text":"a","int":7,"date":5,"day":"02.01.1970","seconds":"/Date(5000)/","url":"b","tags":["c"]}"#
        return [nil, old].map {
            Row(Values.self, old: $0, #"{"\#(member)":\#(text)}"#, ".\(member): expected \(message)")
        }
    }

    private static let values: [Row] =
        [
            // number or bool to string
            Row(Values.self, #"{"text":5}"#, #"{"text":"5"}"#),
            Row(Values.self, #"{"text":1.5}"#, #"{"text":"1.5"}"#),
            Row(Values.self, #"{"text":true}"#, #"{"text":"true"}"#, rz: #"{"text":"1"}"#),
            Row(Values.self, #"{"text":false}"#, #"{"text":"false"}"#, rz: #"{"text":"0"}"#),
            // string or bool to number
            Row(Values.self, #"{"int":"12"}"#, #"{"int":12}"#),
            Row(Values.self, #"{"int":"-7"}"#, #"{"int":-7}"#),
            Row(Values.self, #"{"int":true}"#, #"{"int":1}"#),
            permissive("int", " 12 ", "12"), permissive("int", "1,234", "1234"),
            permissive("int", "00042", "42"), permissive("int", "007", "7"), permissive("int", "-007", "-7"),
            permissive("int", "000", "0"), permissive("int", "5.", "5"), permissive("real", ".5", "0.5"),
            permissive("real", "-.5", "-0.5"), permissive("real", "00.5", "0.5"),
            permissive("real", "1,234.", "1234"), permissive("real", "1,234.5", "1234.5"),
            // to bool
            permissive("flag", "yes", "true"), permissive("flag", " +007", "true"),
            permissive("flag", "9", "true"), permissive("flag", "on", "false"),
            permissive("flag", "0.5", "false"), permissive("flag", "no", "false"),
            permissive("flag", "", "false"),
            Row(Values.self, #"{"flag":"True"}"#, #"{"flag":true}"#),
            Row(Values.self, #"{"flag":1}"#, #"{"flag":true}"#),
            Row(Values.self, #"{"flag":0}"#, #"{"flag":false}"#),
            Row(Values.self, #"{"flag":2}"#, ".flag: expected 0 or 1", rz: #"{"flag":true}"#),
            // to date
            Row(Values.self, #"{"date":1398931200}"#),
            Row(Values.self, #"{"date":"2014-05-01T08:00:00Z"}"#, #"{"date":1398931200}"#),
            Row(Values.self, #"{"date":"2014-05-01T08:00:00.25+02:00"}"#, #"{"date":1398924000.25}"#),
            Row(Values.self, #"{"day":"01.05.2014"}"#),
            // values that the libraries do not convert
            Row(Values.self, #"{"url":"http://image_url"}"#),
            Row(Values.self, #"{"tags":["a","b","a"]}"#, #"{"tags":["b","a"]}"#),
            Row(Values.self, #"{"id":"abc"}"#),
            Row(Values.self, #"{"id":5}"#),
            Row(Values.self, #"{"note":"a"}"#, "{}"),
        ]

    private static let mismatches: [Row] =
        rejectedIntegers
        + ([
            ("text", #"["a"]"#, "a value for String, found '['"), ("tags", #""a""#, #"an array, found "a""#),
            (
                "date", #""yesterday""#,
                #"a date (ISO 8601, /Date(ms)/ or seconds since 1970), found "yesterday""#
            ),
            ("day", #""2014-05-01""#, #"a date such as dd.MM.yyyy, found "2014-05-01""#),
            ("url", "5", "a URL, found 5"), ("seconds", #""tomorrow""#, "a date such as /Date("),
        ] as [(String, String, String)]).flatMap { rejected($0, $1, $2) }

    private static let rejectedIntegers: [Row] = [
        #""12 apples""#, #""""#, "1.5", #""1,23""#, #"".""#, #""5..""#, #""5.5.""#,
    ].flatMap { rejected("int", $0, "an integer, found \($0)") }

    // MARK: - Dates

    private static let may = Date(timeIntervalSince1970: 1_398_902_400)

    @Test(
        arguments: [
            (#"{"date":"/Date(1398902400000)/"}"#, DateStrategy.dotNet, Values(date: may)),
            (#"{"date":"/Date(1398902400000+0800)/"}"#, .dotNet, Values(date: may)),
            (#"{"date":"/Date(1398902400000-0530)/"}"#, .dotNet, Values(date: may)),
            (#"{"date":"/date(1398902400000)/"}"#, .dotNet, Values(date: may)),
            (#"{"date":"/Date(-1500)/"}"#, .dotNet, Values(date: Date(timeIntervalSince1970: -1.5))),
            (#"{"date":"2014-05-01T00:00:00"}"#, .dotNetSimple, Values(date: may)),
            (#"{"date":"2014-05-01T08:00:00+08:00"}"#, .dotNetWithTimeZone, Values(date: may)),
            (#"{"date":"2014-05-01T00:00:00Z"}"#, .dotNetWithTimeZone, Values(date: may)),
            (#"{"date":"1 May 2014"}"#, .format("d MMMM yyyy"), Values(date: may)),
            (
                #"{"date":"1 May 2014, 08:00"}"#,
                .format("d MMMM yyyy, HH:mm", timeZone: TimeZone(secondsFromGMT: 28800)!), Values(date: may)
            ),
            (
                #"{"nested":{"date":"2014-05-01T08:00:00+08:00"}}"#, .dotNetWithTimeZone,
                Values(nested: .init(date: may))
            ),
            // The format of a property applies only to the property.
            (
                #"{"seconds":"/Date(1398902400000+0800)/","int":"12","text":"/Date(0)/"}"#, .automatic,
                Values(text: "/Date(0)/", int: 12, seconds: 1_398_902_400)
            ),
            (#"{"day":"01.05.2014","due":"05/01/2014"}"#, .automatic, Values(day: may, due: may)),
            (#"{"date":"tomorrow"}"#, .dotNet, nil), (#"{"date":"2014-05-01"}"#, .dotNetSimple, nil),
            (#"{"seconds":"tomorrow"}"#, .automatic, nil), (#"{"day":"2014-05-01"}"#, .automatic, nil),
        ] as [(String, DateStrategy, Values?)])
    func dateIsReadWithStrategy(object: String, strategy: DateStrategy, values: Values?) async throws {
        var options = ImportOptions.shModelObject
        options.dates = strategy
        let outcome = try await importWithPreset(object, to: Values.self, options)
        #expect(outcome.records == (values.map { [$0] } ?? []))
        #expect(outcome.error?.code == (values == nil ? .invalidValue : nil))
    }

    @Test(arguments: Library.allCases)
    func dateInDictionaryIsKept(library: Library) throws {
        let now = Date()
        let values = try Values(dictionary: ["date": now, "day": now], options: library.options)
        #expect(values == Values(date: now, day: now))
    }

    // MARK: - Records

    @Test(arguments: Library.allCases)
    func responseIsReadAsObjectOrArray(library: Library) throws {
        for (text, ids) in [(#"{"userId":1}"#, [1]), (#"[{"userId":1},{"userId":2}]"#, [1, 2])] {
            let users = try [User](json: Data(text.utf8), options: library.options)
            #expect(users.map(\.userId) == ids)
        }
        let text = #"[[{"title":"a"}],[],[{"title":"b"},{"title":"c"}]]"#
        let jobs = try StreamImporter.objects(of: [User.Job].self, from: text, options: library.options)
            .collect()
        #expect(jobs.map { $0.map(\.title) } == [["a"], [], ["b", "c"]])
    }

    @Test(arguments: [#"{name:"1"}"#, #"{"name":"1","children":[{"name":"1.1"},]}"#], Library.allCases)
    func invalidJSONThrowsSyntaxError(text: String, library: Library) {
        let error = #expect(throws: ImportError.self) {
            try StreamImporter.objects(of: Category.self, from: text, options: library.options).collect()
        }
        #expect(error?.category == .syntax)
    }

    @Test(arguments: Library.allCases)
    func nonObjectRecordFollowsErrorPolicy(library: Library) throws {
        var options = library.options
        let text = #"[{"userId":1},7,{"userId":2}]"#
        let users = { StreamImporter.objects(of: User.self, from: text, options: $0) }
        let error = #expect(throws: ImportError.self) { try users(options).collect() }
        #expect(error?.message == "expected an object, found 7")
        options.errorPolicy = .skip()
        #expect(try users(options).collect().map(\.userId) == [1, 2])
    }

    @Test(arguments: Library.allCases)
    func mismatchOfRequiredPropertyRejectsRecord(library: Library) async throws {
        let outcome = try await importWithPreset(#"{"x":"a"}"#, to: Point.self, library.options)
        #expect(outcome.error?.message == #"expected an integer, found "a""#)
        #expect(outcome.error?.path?.description == "$[0].x")
    }

    @Test func unknownKeyIsReportedOncePerType() async throws {
        var options = ImportOptions.rzImport
        options.map("home.nick", to: "userName", of: User.self)
        let object =
            #"{"a":1,"b":{"c":2},"job":{"a":3},"pastJobs":[{"a":4}],"home":{"nick":"Bob","street":{"a":1}}}"#
        // The keys of a dictionary are in any order.
        let outcome = try await importAllVariants(to: User.self, from: "[\(object)]") { [options] in
            $0 = options
        }
        #expect(outcome.records?.first?.userName == "Bob")
        #expect(
            outcome.summary?.unknownKeys.map { "\($0.type).\($0.key)" }.sorted()
                == ["Job.a", "User.a", "User.b", "User.home.street"])
    }
}
