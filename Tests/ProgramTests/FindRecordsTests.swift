import Foundation
import TestSupport
import Testing

/// What the program takes for the records of files that people have, and what it says about them.
@Suite struct FindRecordsTests {
    // MARK: - All inputs of a table

    private static let repositories = [
        "a.json": #"{"id":1,"name":"a","tags":[{"t":"x"},{"t":"y"}]}"#,
        "b.json": #"{"id":2,"name":"b","tags":[]}"#,
    ]

    @Test func filesWithOneRecordEachAreNotReadDifferently() throws {
        let folder = try TemporaryDirectory(Self.repositories)
        for command in ["import --into db --table t", "records", "check"] {
            let outcome = try Program.run(command, ["a.json", "b.json"], in: folder)
            #expect(
                outcome.messages == """
                    a.json: expected records, found objects with an array of objects: tags (2 objects); use --path tags, or \
                    --format json to read each object as one record\n
                    """)
            #expect(outcome.status == 64 && outcome.output.isEmpty)
        }
        #expect(!FileManager.default.fileExists(atPath: folder.file("db").path))
        #expect(
            try Program.run("import --into db --table t --format json a.json b.json", in: folder).status == 0)
        #expect(try folder.rows("SELECT id, name FROM t") == ["1, a", "2, b"])
        #expect(
            try Program.run("import --into db --table u --path tags a.json b.json", in: folder).status == 0)
        #expect(try folder.rows("SELECT t FROM u") == ["x", "y"])
    }

    /// One object with the names of an error, beside files of lines.
    @Test(arguments: ["jsonl", "json"]) func errorBesideLinesIsNamed(ending: String) throws {
        let folder = try TemporaryDirectory([
            "a.\(ending)": "{\"id\":1,\"name\":\"a\"}\n{\"id\":2,\"name\":\"b\"}\n",
            "b.\(ending)": "{\"message\":\"rate limit exceeded\"}\n",
            "c.\(ending)": "{\"name\":\"c\",\"message\":1}\n", "empty.\(ending)": "",
            "d.\(ending)": "{\"user\":\"d\",\"message\":\"m\"}\n",
        ])
        for command in ["import --into db --table t", "records", "check"] {
            for names in [["b", "a"], ["a", "b"], ["empty", "c", "b", "a", "d"]] {
                let outcome = try Program.run(command, names.map { "\($0).\(ending)" }, in: folder)
                #expect(
                    outcome.messages.hasPrefix(
                        "b.\(ending): expected inputs of one shape, found records in a.\(ending), and an object with "
                            + "other keys in b.\(ending); "), "\(outcome.messages)")
                #expect(outcome.status == 64 && outcome.output.isEmpty)
            }
        }
        #expect(!FileManager.default.fileExists(atPath: folder.file("db").path))
        let names = ["a", "c", "d"].map { "\($0).\(ending)" }
        #expect(try Program.run("import --into db --table t", names, in: folder).status == 0)
        #expect(
            try Program.run("import --into e --table t --format sequence a.\(ending) b.\(ending)", in: folder)
                .status == 0)
    }

    private static let pages = [
        "1.json": #"{"items":[{"id":1},{"id":2}],"has_more":true}"#,
        "2.json": #"{"items":[],"has_more":false}"#,
        "3.json": #"{"items":null,"has_more":false}"#, "4.json": #"{"items":[],"errors":[{"code":5}]}"#,
    ]

    @Test func emptyPagesHaveNoRecords() throws {
        let folder = try TemporaryDirectory(Self.pages)
        let names = ["4.json", "1.json", "2.json", "3.json"]
        #expect(try Program.run("import --into db --table q", names, in: folder).status == 0)
        #expect(try folder.rows("SELECT * FROM q") == ["1", "2"])
        #expect(try Program.run("records -q", names, in: folder).output == "{\"id\":1}\n{\"id\":2}\n")
        #expect(try Program.run("import 3.json --path items --into db", in: folder).status == 0)
    }

    @Test func emptyFileWithNameOfLinesHasNoRecords() throws {
        let folder = try TemporaryDirectory(["today.ndjson": "", "today.json": ""])
        #expect(try Program.run("import today.ndjson --into db", in: folder).status == 0)
        #expect(
            try Program.run("check today.ndjson", in: folder).output
                == "today.ndjson: 0 records, 0 bytes of text\n")
        #expect(try Program.run("check today.json", in: folder).status == 65)
    }

    @Test func adviceForNullSkipsIt() throws {
        let folder = try TemporaryDirectory(["export.json": #"{"users":[null,{"name":"a"},{"name":"b"}]}"#])
        let outcome = try Program.run("import export.json --into db", in: folder)
        #expect(
            outcome.messages.hasSuffix(
                "expected an object, found null; to skip elements that are null, use --on-error skip\n"))
        #expect(outcome.status == 65)
        #expect(try Program.run("import export.json --into db --on-error skip", in: folder).status == 2)
        #expect(try folder.rows("SELECT name FROM export") == ["a", "b"])
    }

    /// The rows depend on the member, so another value of it is a change of the input, although the records are the same.
    @Test(arguments: [
        (#"{"x":1}"#, #""E""#, #""F""#, "--with e"), ("[1]", #"["E"]"#, #"["F"]"#, "--header e"),
    ])
    func changedMemberAfterRecordsIsNoticed(
        record: String, first: String, second: String, option: String
    ) throws {
        let folder = try TemporaryDirectory(["page.json": #"{"rows":[\#(record)],"e":\#(first)}"#])
        let command = "import page.json --into db --path rows \(option)"
        #expect(try Program.run(command, in: folder).status == 0)
        try Data(#"{"rows":[\#(record)],"e":\#(first) }"#.utf8).write(to: folder.file("page.json"))
        #expect(try Program.run(command, in: folder).output.contains("already imported, and unchanged"))
        try Data(#"{"rows":[\#(record)],"e":\#(second)}"#.utf8).write(to: folder.file("page.json"))
        let outcome = try Program.run(command, in: folder)
        #expect(outcome.status == 64 && outcome.messages.contains("use --replace"), "\(outcome.messages)")
        #expect(try Program.run(command + " --replace", in: folder).status == 0)
        #expect(
            try folder.rows(option == "--with e" ? "SELECT e FROM page" : "SELECT 'F' FROM page WHERE F = 1")
                == ["F"])
    }

    /// The names of the columns are those of the first attempt, whatever the second one finds.
    @Test(arguments: ["--path rows --header i", "--path rows --header x,y", "--path rows"])
    func otherHeaderIsNotMixedWithFirst(options: String) throws {
        let folder = try TemporaryDirectory(["t.json": #"{"h":["a","b"],"rows":[[1,2]],"i":["c","d"]}"#])
        let command = "import t.json --into db "
        #expect(try Program.run(command + "--path rows --header h", in: folder).status == 0)
        let outcome = try Program.run(command + options, in: folder)
        #expect(outcome.status == 64 && outcome.messages.contains("--header h, which is now"))
        #expect(outcome.messages.contains("use --replace to replace the rows of this input"))
        #expect(try folder.rows("SELECT a, b FROM t") == ["1, 2"])
        guard options.contains("header") else { return }
        #expect(try Program.run(command + options + " --replace", in: folder).status == 0)
        #expect(try folder.rows("SELECT count(*) FROM t") == ["1"])
    }

    /// The member of the first page is compared when the second page has been appended; the last records have none.
    @Test func unchangedMembersAreNotChanges() throws {
        let folder = try TemporaryDirectory([
            "page.json": #"{"p":[{"r":[{"x":1}],"n":1},{"r":[{"x":2}]}]}"#,
            "pages.ndjson": "{\"rows\":[{\"x\":1}],\"e\":\"E\"}\n",
        ])
        for _ in 1...2 {
            #expect(
                try Program.run("import page.json --into db --path p[*].r --with n", in: folder).status == 0)
        }
        let command = "import pages.ndjson --into db --path rows --with e"
        let last = "{\"rows\":[{\"x\":2}],\"e\":\"G\"}\n"
        #expect(try Program.run(command, in: folder).status == 0)
        try Data(("{\"rows\":[{\"x\":1}],\"e\":\"F\"}\n" + last).utf8).write(to: folder.file("pages.ndjson"))
        #expect(try Program.run(command, in: folder).status == 64)
        try Data(("{\"rows\":[{\"x\":1}],\"e\":\"E\"}\n" + last).utf8).write(to: folder.file("pages.ndjson"))
        #expect(try Program.run(command, in: folder).status == 0)
        #expect(try folder.rows("SELECT e FROM pages") == ["E", "G"])
    }

    @Test func rowsOfTwoFormsAreNotMixed() throws {
        let folder = try TemporaryDirectory(["a.ndjson": "[1,\"a\"]\n", "c.json": #"[[4,"d"],[5,"e"]]"#])
        for inputs in ["a.ndjson c.json", "c.json a.ndjson"] {
            let outcome = try Program.run("import \(inputs) --table t --header id,n --into db", in: folder)
            #expect(outcome.status == 64 && outcome.messages.contains("expected rows of one form"))
        }
    }

    /// The innermost object that has the member counts, before and after its records.
    @Test(arguments: [
        #"{"p":[{"n":null,"r":[{"x":1}]},{"r":[{"x":2}],"n":null},{"r":[{"x":3}]}],"n":"top"}"#,
        #"{"p":[{"r":[{"x":3}]},{"n":null,"r":[{"x":1}]},{"r":[{"x":2}],"n":null}],"n":"top"}"#,
    ])
    func innermostNullIsValue(text: String) throws {
        let folder = try TemporaryDirectory(["page.json": text])
        for options in ["", " --batch 1"] {
            let command = "import page.json --into db --path p[*].r --with n --replace" + options
            #expect(try Program.run(command, in: folder).status == 0)
            #expect(try folder.rows("SELECT x FROM page WHERE n IS NULL") == ["1", "2"])
            #expect(try folder.rows("SELECT n FROM page WHERE x = 3") == ["top"])
        }
    }

    @Test(arguments: [
        (#"{"e":NaN,"f":[-Infinity],"rows":[{"x":1}]}"#, "--relaxed", "|[null]"),
        (#"{"rows":[{"x":1}],"e":NaN,"f":Infinity}"#, "--relaxed --nan text", "NaN|Infinity"),
        (
            #"{"e":{"$oid":"5"},"f":{"a":{"$numberLong":"7"}},"rows":[{"x":1}]}"#, "--unwrap extended-json",
            #"5|{"a":7}"#
        ),
        (#"{"rows":[{"x":{"N":"1"}}],"e":{"S":"a"},"f":2}"#, "--unwrap dynamodb", "a|2"),
    ])
    func membersAroundRecordsAreInTheirNotation(text: String, options: String, values: String) throws {
        let folder = try TemporaryDirectory(["page.json": text])
        let outcome = try Program.run(
            "import page.json --into db --path rows --with e --with f " + options, in: folder)
        #expect(outcome.status == 0, "\(outcome.messages)")
        #expect(try folder.rows("SELECT coalesce(e, '') || '|' || f FROM page") == [values])
    }

    /// The search for the records does not depend on the notation of the values.
    @Test(arguments: [
        (#"{"Items":[{"x":{"S":"a"},"l":{"L":[{"S":"b"}]}}],"Count":1}"#, "dynamodb", ["a"]),
        (#"{"Item":{"x":{"S":"a"},"l":{"L":[{"M":{"y":{"N":"1"}}}]}}}"#, "dynamodb", ["a"]),
        ("\u{FEFF}{\"\\\"\":{\"S\":\"b\"},\"x\":{\"S\":\"a\"}}", "dynamodb", ["a"]),
        (#"{"total":1,"items":[{"x":{"$numberLong":"7"}}]}"#, "extended-json", ["7"]),
        (#"{"x":{"$oid":"a"},"refs":[{"$oid":"b"},{"$oid":"c"}]}"#, "extended-json", ["a"]),
    ])
    func wrappedRecordsAreFound(text: String, notation: String, rows: [String]) throws {
        let folder = try TemporaryDirectory(["page.json": text])
        let outcome = try Program.run("import page.json --into db --unwrap \(notation)", in: folder)
        #expect(outcome.status == 0, "\(outcome.messages)")
        #expect(outcome.output.contains("the records are at") == text.lowercased().contains("items"))
        let noted = try Program.run("import page.json --into noted", in: folder)
        #expect(noted.output.contains("are read with --unwrap \(notation) --replace\n"), "\(noted)")
        #expect(try folder.rows("SELECT x FROM page") == rows)
    }

    @Test(arguments: [
        #"{"Records":[{"id":"1","dynamodb":{"Keys":{"id":{"N":"1"}}}}]}"#,
        #"{"Keys":{"id":{"S":"a"}},"NewImage":{"id":{"S":"a"}}}"#, #"{"dir":{"N":"north"}}"#,
    ])
    func recordsWithWrappedMembersAreNotWrapped(text: String) throws {
        let folder = try TemporaryDirectory(["page.json": text])
        #expect(try !Program.run("import page.json --into db", in: folder).output.contains("--unwrap"))
    }

    /// Pages as lines: arrays of objects are found, and arrays of rows are named with the command.
    @Test func arraysOfRecordsInLinesAreRead() throws {
        let folder = try TemporaryDirectory([
            "objects.jsonl": "[{\"a\":1},{\"a\":2}]\n[]\n[{\"a\":3}]\n",
            "rows.jsonl": "[[1,2],[3,4]]\n[[5,6]]\n",
        ])
        for command in ["import --into db", "records", "check"] {
            let outcome = try Program.run(command, ["objects.jsonl"], in: folder)
            #expect(
                outcome.status == 0 && (outcome.messages + outcome.output).contains("the records are at '*'"))
        }
        #expect(try folder.rows("SELECT a FROM objects") == ["1", "2", "3"])
        let asked = try Program.run("import rows.jsonl --into db", in: folder)
        #expect(
            asked.messages.hasSuffix(
                "with --format lines --path '[*]' --header c1,c2 (one name for each of the 2 values)\n"),
            "\(asked.messages)")
        let named = try Program.run("import rows.jsonl --into db --header a,b", in: folder)
        #expect(
            named.messages.hasSuffix("use --format sequence --path '[*]' --replace\n"), "\(named.messages)")
        for (options, table) in [("--format lines", "l"), ("--format sequence", "s")] {
            let command = "import rows.jsonl --into db --table \(table) --path [*] --header a,b \(options)"
            #expect(try Program.run(command, in: folder).status == 0)
            #expect(try folder.rows("SELECT b FROM \(table)") == ["2", "4", "6"])
        }
    }

    /// Pages that are elements of an array, or lines by the name of the file, are records, which is told.
    @Test(arguments: [
        ("slurped.json", #"[{"items":[{"a":1}],"next":2},{"items":[{"a":2}]}]"#, "$[*].items"),
        ("pages.jsonl", "{\"items\":[{\"a\":1}]}\n{\"items\":[{\"a\":2}]}\n", "items"),
        ("only.ndjson", #"{"hits":{"hits":[{"a":1},{"a":2}]},"took":1}"#, "hits.hits"),
        (
            "tickets.json",
            "{\"startAt\":0,\"total\":2,\"issues\":[{\"a\":1}]}\n{\"startAt\":1,\"total\":2,\"issues\":[{\"a\":2}]}\n",
            "issues"
        ),
        ("orders.json", #"[{"id":1,"items":[{"a":1}]},{"id":2,"items":[{"a":2}]}]"#, nil),
    ])
    func pagesInRecordsAreTold(file: String, text: String, path: String?) throws {
        let folder = try TemporaryDirectory([file: text])
        for (command, replace) in [("import --into db", " --replace"), ("records", ""), ("check", "")] {
            let outcome = try Program.run(command, [file], in: folder)
            let note = "the records seem to be pages; the records in them are read with --path "
            #expect(outcome.status == 0)
            let words = (outcome.output + outcome.messages).components(separatedBy: note)
            #expect(words.count == (path == nil ? 1 : 2))
            guard let path else { continue }
            let argument = path.contains("[") ? "'\(path)'" : path
            #expect(words[1].hasPrefix("\(argument)\(replace) (at least "), "\(words[1])")
            guard !replace.isEmpty else { continue }
            #expect(try Program.run(command + " --replace --path \(path)", [file], in: folder).status == 0)
            #expect(try folder.rows("SELECT a FROM \(file.prefix { $0 != "." })") == ["1", "2"])
        }
    }

    /// A name of lines says that an array of values is a row, and not the whole input.
    @Test func arrayInLinesIsRow() throws {
        let folder = try TemporaryDirectory(["one.ndjson": "[\"id\",\"x\"]\n", "two.jsonl": "[1,2]\n[3,4]\n"])
        #expect(
            try Program.run("records one.ndjson two.jsonl", in: folder).output
                == "[\"id\",\"x\"]\n[1,2]\n[3,4]\n")
        #expect(try Program.run("import two.jsonl --header a,b --into db", in: folder).status == 0)
        #expect(try folder.rows("SELECT b FROM two") == ["2", "4"])
    }

    @Test func keyThatBeginsWithDashIsNamedAsPath() throws {
        let folder = try TemporaryDirectory(["page.json": #"{"-a":[{"x":1}],"users":[{"x":2}]}"#])
        let outcome = try Program.run("import page.json --into db", in: folder)
        #expect(outcome.messages.contains("use --path '$.-a' or --path users"), "\(outcome.messages)")
        #expect(try Program.run("import page.json --into db --path $.-a", in: folder).status == 0)
    }

    @Test func pageWithoutItsArrayHasNoRecords() throws {
        let folder = try TemporaryDirectory([
            "1.json": #"{"link":[{"url":"u"}],"entry":[{"id":1},{"id":2}]}"#,
            "2.json": #"{"link":[{"url":"v"}]}"#,
        ])
        #expect(
            try Program.run("import --into db --table q --with link 1.json 2.json", in: folder).status == 0)
        #expect(try folder.rows("SELECT id FROM q") == ["1", "2"])
        let outcome = try Program.run("split --parts 1 1.json 2.json", in: folder)
        #expect(outcome.status == 64 && outcome.output.isEmpty)
        #expect(
            outcome.messages.hasSuffix(
                "2.json has no array at entry, and so no records; divide the other inputs without it\n"))
    }

    /// The first megabyte of the object has no array, and one record does not tell whether others follow.
    @Test func largeFirstRecordDoesNotMislead() throws {
        let text = String(repeating: "x", count: 1_200_000)
        let folder = try TemporaryDirectory([
            "object.json": #"{"text":"\#(text)","items":[{"id":1},{"id":2}]}"#,
            "lines.json": #"{"items":[{"q":"\#(text)"}],"id":1}"# + "\n" + #"{"items":[{"q":1}],"id":2}"#,
        ])
        let object = try Program.run("import object.json --into db", in: folder)
        #expect(
            object.output.contains(
                "\n  the object is one record; its arrays are read with --path items --replace (2 objects)\n")
        )
        let lines = try Program.run("import lines.json --into db", in: folder)
        #expect(
            lines.messages.hasSuffix(
                "the input has several values: if each is a record, use --format sequence --replace; if each is a page, use "
                    + "--format sequence --path items --replace\n"))
        #expect(
            try Program.run("import lines.json --into db --format sequence --replace", in: folder).status == 0
        )
        #expect(try folder.rows("SELECT id FROM lines") == ["1", "2"])
    }

    @Test(arguments: [
        ("rows.ndjson", "[\"id\",\"name\"]\n[1,\"a\"]\n", "import rows.ndjson --header first"),
        ("pages.json", #"[[{"id":1}],[{"id":2}]]"#, "import pages.json --path $[*].*"),
        ("bulk.ndjson", "{\"index\":{\"_index\":\"i\"}}\n{\"id\":1}\n", "import bulk.ndjson --format bulk"),
        (
            "users.json", #"{"u1":{"id":1,"tags":[{"t":1}]},"u2":{"id":2}}"#,
            "import users.json --path * --key-column key"
        ),
        (
            "days.json", #"{"2024-01-01":[{"id":1},{"id":2}]}"#,
            "import days.json --path $[*].* --key-column date,number"
        ),
        (
            "columns.json", #"{"lat":1,"hourly":{"id":[1,2,3],"t":[1,2,3]}}"#,
            "import columns.json --columnar --path hourly"
        ),
        ("frame.json", #"{"id":{"0":1,"1":2},"t":{"0":3,"1":4}}"#, "import frame.json --columnar"),
    ])
    func adviceGivesRecords(file: String, text: String, command: String) throws {
        let folder = try TemporaryDirectory([file: text])
        let first = try Program.run("import \(file) --into db", in: folder)
        #expect(first.status != 0)
        let options = command.split(separator: " ").dropFirst(2).joined(separator: " ")
        let advice = options.replacing("$[*].*", with: "'$[*].*'").replacing(
            "* --key", with: "'*', with --key")
        #expect(first.messages.contains(advice), "\(first.messages)")
        let outcome = try Program.run(command + " --into db", in: folder)
        #expect(outcome.status == 0, "\(outcome.messages)")
        #expect(try folder.rows("SELECT id FROM \(file.prefix { $0 != "." })").first == "1")
    }

    @Test func inputOfAnotherShapeIsNamed() throws {
        let folder = try TemporaryDirectory(
            Self.pages.merging(["e.json": #"{"error":"rate limit"}"#], uniquingKeysWith: { $1 }))
        let outcome = try Program.run("import 1.json 2.json e.json --into db --table q", in: folder)
        #expect(
            outcome.messages == """
                1.json: expected inputs of one shape, found records at items in 1.json, and an object without records there in \
                e.json; use --on-error skip to leave e.json out, or read the inputs by commands of their own, with --path \
                items for 1.json, or use --format json to read each object as one record\n
                """)
        #expect(outcome.status == 64)
        #expect(!FileManager.default.fileExists(atPath: folder.file("db").path))
        let command = "1.json 2.json e.json --on-error skip"
        #expect(try Program.run("import \(command) --into db --table q", in: folder).status == 2)
        #expect(try folder.rows("SELECT * FROM q") == ["1", "2"])
        let records = try Program.run("records \(command)", in: folder)
        #expect(records.status == 2 && records.output == "{\"id\":1}\n{\"id\":2}\n")
        // Other commands skip no records.
        #expect(!(try Program.run("check 1.json e.json", in: folder).messages.contains("--on-error")))
    }

    /// The 65th input is compared with the others when it is opened.
    @Test func laterInputOfAnotherShapeIsItsError() throws {
        let names = (10..<75).map { "\($0).json" }
        let pages = names.map {
            ($0, $0 == "74.json" ? #"{"error":"e"}"# : #"{"items":[{"id":1}],"next":2}"#)
        }
        let folder = try TemporaryDirectory(
            Dictionary(uniqueKeysWithValues: pages + [("75.json", pages[0].1)]))
        let command = "import . --into db --table q"
        let outcome = try Program.run(command, in: folder)
        #expect(
            outcome.status == 65 && outcome.messages.contains("; use --on-error skip to leave ./74.json out"))
        #expect(try folder.rows("SELECT count(*) FROM q") == ["65"])
        #expect(try Program.run(command + " --on-error skip", in: folder).status == 2)
        #expect(try folder.rows("SELECT count(*) FROM q") == ["65"])
    }

    /// An object where other pages have their records is no record.
    @Test(arguments: [
        (
            #"{"items":{"message":"rate limit"},"has_more":false}"#, "1.json e.json",
            "line 1, column 10 (byte 9): expected an array of records at $.items, found an object; if it is one record, "
                + "name the path of the records: --path items", ["1", "2"]
        ),
        (
            "[{\"id\":1}]\n[{\"id\":2}]\n{\"error\":{\"id\":3}}\n", "e.json",
            "line 3, column 1 (byte 22), record 3: expected an array of records, found an object", ["1", "2"]
        ),
    ])
    func objectInPlaceOfRecordsIsError(
        text: String, inputs: String, message: String, rows: [String]
    ) throws {
        let folder = try TemporaryDirectory(Self.pages.merging(["e.json": text], uniquingKeysWith: { $1 }))
        let outcome = try Program.run("import \(inputs) --into db --table q", in: folder)
        #expect(outcome.messages == "e.json, \(message)\n")
        #expect(outcome.status == 65)
        #expect(try folder.rows("SELECT * FROM q") == rows)
    }

    @Test func pipeIsComparedWithFiles() throws {
        let folder = try TemporaryDirectory(Self.pages)
        let outcome = try Program.run(
            "import 1.json - --into db --table q", in: folder, input: Array(#"[{"id":9}]"#.utf8))
        #expect(outcome.messages.contains("found records at items in 1.json, and an array in standard input"))
        #expect(outcome.status == 65)
        #expect(try folder.rows("SELECT * FROM q") == ["1", "2"])
    }

    @Test func explanationHasTwoLines() throws {
        let folder = try TemporaryDirectory(Self.pages)
        let outcome = try Program.run("import 1.json 2.json --into db --table q --explain", in: folder)
        #expect(
            outcome.output == """
                1.json and 1 more input: the records are at items, as with --path items
                  members beside them are not read: has_more\n
                """)
        #expect(!FileManager.default.fileExists(atPath: folder.file("db").path))
        for command in ["check", "records", "inspect", "model --name A", "split --parts 2"] {
            let outcome = try Program.run(command, ["--explain", "1.json"], in: folder)
            #expect(outcome.output.hasPrefix("1.json: the records are at items"))
            #expect(outcome.status == 0)
        }
    }

    @Test(arguments: [
        ("[{}]", "the elements of the array"), ("{}", "the object, which is one record"),
        ("{\"a\":1}\n{\"a\":2}\n", "the lines"), ("[{}][{}]", "the records are at '*'"),
        ("{\n}{}", "the values that follow each other"),
    ])
    func explanationNamesRecordsAtTopLevel(text: String, words: String) throws {
        let folder = try TemporaryDirectory(["a": text])
        #expect(try Program.run("import a --into db --explain", in: folder).output.contains(words))
    }

    // MARK: - One input

    private static let nested =
        #"{"took":1,"hits":{"total":2,"hits":[{"_id":"1","n":1},{"_id":"2","n":2}]}}"#

    @Test func onlyArrayInObjectsHasRecords() throws {
        let folder = try TemporaryDirectory(["nested.json": Self.nested])
        let note = "the records are at hits.hits, as with --path hits.hits"
        #expect(try Program.run("import nested.json --into db", in: folder).output.contains(note))
        #expect(try folder.rows("SELECT _id FROM nested") == ["1", "2"])
        #expect(try Program.run("check nested.json", in: folder).output.contains("2 records, "))
        let records = try Program.run("records nested.json", in: folder)
        #expect(records.messages == "nested.json: \(note)\n" && records.output.count { $0 == "\n" } == 2)
        for command in ["inspect", "model --name Hit"] {
            let outcome = try Program.run(command, ["nested.json"], in: folder)
            #expect(outcome.messages == "nested.json: \(note)\n")
            #expect(outcome.output.contains("n") && !outcome.output.contains("took"))
        }
    }

    @Test func objectThatIsOneRecordIsTold() throws {
        let folder = try TemporaryDirectory([
            "nested.json": Self.nested, "keyed.json": #"{"u1":{"name":"ada"},"u2":{"name":"bob"}}"#,
        ])
        let whole = try Program.run("import nested.json --into db --format json", in: folder)
        #expect(
            whole.output.contains(
                "the object is one record; its arrays are read with --path hits.hits --replace (2 objects)"))
        let keyed = try Program.run("import keyed.json --into db", in: folder)
        #expect(
            keyed.output.contains(
                "its keys seem to be data, and its members are read with --path '*' --key-column key --replace (2 objects)"
            ))
        let command = "import keyed.json --into db --path * --key-column key --replace"
        #expect(try Program.run(command, in: folder).status == 0)
        #expect(try folder.rows("SELECT key, name FROM keyed") == ["u1, ada", "u2, bob"])
    }

    /// Rows that are arrays, as elements of an array, on lines, and one after another.
    @Test(arguments: [
        "[[1,\"a\"],[2,{}]]", "[1,\"a\"]\n[2,{}]\n", "[1,\n\"a\"][2,{}]", " [1,\"a\"]\n\n[2,{}]",
    ])
    func rowsAreFound(text: String) throws {
        let folder = try TemporaryDirectory(["r": text])
        #expect(try Program.run("import r --into db --header n,v", in: folder).status == 0)
        #expect(try folder.rows("SELECT n, v FROM r") == ["1, a", "2, {}"])
    }

    // MARK: - What stands around the records, and where they come from

    private static let scan = #"""
        {"date":"2024-01-05","results":[{"target":"a","vulns":[{"id":1},{"id":2}]},{"vulns":[{"id":3}],"target":"b"}],"next":"c"}
        """#

    /// The name of the command, the options after the file, and the rows or lines.
    @Test(arguments: [
        ("--with target --with date", ["a, 2024-01-05, 1", "a, 2024-01-05, 2", "b, 2024-01-05, 3"]),
        ("--with results[*].target --with next --batch 1", ["a, c, 1", "a, c, 2", "b, c, 3"]),
        (
            "--source-column file --number-column n",
            ["scan.json, 1, 1", "scan.json, 2, 2", "scan.json, 3, 3"]
        ),
        ("--with target --columns id,target", ["a, 1", "a, 2", "b, 3"]),
    ])
    func membersAroundRecordsAreColumns(options: String, rows: [String]) throws {
        let folder = try TemporaryDirectory(["scan.json": Self.scan])
        let command = "import scan.json --path results[*].vulns --into db --table t \(options)"
        #expect(try Program.run(command, in: folder).status == 0)
        #expect(try folder.rows("SELECT * FROM t") == rows)
    }

    @Test func recordsHaveMembersAroundThem() throws {
        let folder = try TemporaryDirectory([
            "rooms.json": #"{"rooms":{"r":{"title":"x","users":{"u\"1":{"a":[1, 2]},"u2":{}}}}}"#,
            "scan.json": Self.scan,
        ])
        let command =
            "records rooms.json --path rooms.*.users.* --key-column room,id --with title --number-column n"
        #expect(
            try Program.run(command, in: folder).output == #"""
                {"a":[1,2],"room":"r","id":"u\"1","title":"x","n":1}
                {"room":"r","id":"u2","title":"x","n":2}

                """#)
        let late = try Program.run("records scan.json --path results[*].vulns --with next", in: folder)
        #expect(
            late.messages.hasSuffix(
                "expected $.next before its records, found it after them; read the member in another pass; stream-import import stores it\n"
            ))
        #expect(late.status == 65)
    }

    /// Two keys that would both be read as U+FFFD.
    @Test func keysWithUnpairedSurrogatesAreNotMerged() throws {
        let folder = try TemporaryDirectory(["a.json": #"{"\ud800":{"a":1},"\ud801":{"a":2}}"#])
        let command = "import a.json --into db --path * --key-column k --key k"
        let outcome = try Program.run(command, in: folder)
        #expect(outcome.status == 65 && outcome.messages.contains("escape is an unpaired surrogate"))
        #expect(try Program.run(command + " --unpaired-surrogates replace", in: folder).status == 0)
    }

    @Test(arguments: [
        (
            "--key-column id",
            "--key-column expects --path with an asterisk for each key, such as --path 'users.*', found id"
        ),
        (
            "--path *.* --key-column id",
            "--key-column expects 2 names for the 2 wildcards of '$[*].*', found id"
        ),
        ("--path * --key-column id --with id", "Several options add the column \"id\""),
        ("--path a --with a", "expected one member of an object around the records at $.a, found a"),
        ("--path a --with b[*]", "expected one member of an object around the records at $.a, found 'b.*'"),
    ])
    func columnsThatCannotBeAddedAreWrongUsage(options: String, message: String) throws {
        let outcome = try Program.run(
            "import a.json --into db \(options)", in: TemporaryDirectory(["a.json": "{}"]))
        #expect(outcome.status == 64 && outcome.messages.contains(message), "\(outcome.messages)")
    }

    /// Messages escape such characters, and rows do not.
    @Test func sourceColumnHasPathAsGiven() throws {
        let names = ["a\nb.json", #"a\nb.json"#, "tab\t\u{7F}.json"]
        let folder = try TemporaryDirectory(
            Dictionary(uniqueKeysWithValues: names.map { ($0, #"[{"a":1}]"#) }))
        let options = ["--table", "t", "--source-column", "file"]
        #expect(try Program.run(["import"] + names + ["--into", "db"] + options, in: folder).status == 0)
        #expect(try folder.rows("SELECT file FROM t") == names)
        let lines = try Program.run(["records", names[0], "--source-column", "file"], in: folder).output
        #expect(lines == "{\"a\":1,\"file\":\"a\\nb.json\"}\n")
    }

    @Test func foldersAreSearched() throws {
        let folder = try TemporaryDirectory()
        let files = [
            "general/2024-01-02.json": #"[{"text":"b"}]"#, "general/2024-01-01.json": #"[{"text":"a"}]"#,
            "random/x.jsonl": "{\"text\":\"c\"}\n", "readme.txt": "no JSON", ".hidden.json": "no JSON",
            ".git/a/b.json": "no JSON", "random/B.JSON.GZ/c.txt": "no JSON",
        ]
        for (name, text) in files {
            let file = folder.file("my-chat/01/\(name)")
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
        let asked = try Program.run("import my-chat --into db", in: folder)
        #expect(
            asked.messages == """
                records of the 3 inputs have the same keys, and would become 3 tables; for one table, use stream-import \
                import --table my_chat my-chat --into db; for more, import each input by a command of its own\n
                """)
        #expect(asked.status == 64 && !FileManager.default.fileExists(atPath: folder.file("db").path))
        let command = "import my-chat --into db --table chat --source-column file"
        #expect(try Program.run(command, in: folder).status == 0)
        #expect(
            try folder.rows("SELECT file, text FROM chat") == [
                "my-chat/01/general/2024-01-01.json, a", "my-chat/01/general/2024-01-02.json, b",
                "my-chat/01/random/x.jsonl, c",
            ])
        #expect(try Program.run("check my-chat/01/general", in: folder).status == 0)
        let others = try Program.run("import my-chat/01/random/B.JSON.GZ --into db", in: folder)
        #expect(
            others.messages.contains("name other files: my-chat/01/random/B.JSON.GZ/*.txt\n"), "\(others)")
    }

    @Test func deeperArraysAreNamedBesideSmallOnes() throws {
        let folder = try TemporaryDirectory([
            "p.json": #"{"images":[{"url":"u"}],"tracks":{"items":[{"id":1},{"id":2}]}}"#
        ])
        let asked = try Program.run("import p.json --into db", in: folder)
        #expect(asked.status == 64 && asked.messages.contains("use --path images or --path tracks.items"))
        let checked = try Program.run("check p.json", in: folder)
        #expect(
            checked.output.hasSuffix(
                "its arrays are read with --path images (1 object) or --path tracks.items (2 objects)\n"))
        #expect(try Program.run("import p.json --into db --path tracks.items", in: folder).status == 0)
        #expect(try folder.rows("SELECT id FROM p") == ["1", "2"])
    }

    /// Inputs with records of one kind, of which one may be empty or an error, and the command that the question names.
    @Test(arguments: [
        (["[{\"id\":1}]", "[{\"id\":2}]", "[]", "[]"], "--table records 0 1 2 3 --into db", 0),
        ([#"[{"id":1}]"#, #"[{"id":2}]"#, #"{"message":"No"}"#], "--table records 0 1 2 --into db", 64),
        (
            [#"{"orders":[{"id":1}]}"#, #"{"orders":[{"id":2}]}"#],
            "--path orders --table records 0 1 --into db", 0
        ),
        (
            (1...2).map { #"{"id":\#($0),"x":[{"a":1}],"y":[{"b":1}]}"# },
            "--table records 0 1 --into db --format json", 0
        ),
    ])
    func likeInputsAreAskedAbout(texts: [String], command: String, status: Int32) throws {
        let folder = try TemporaryDirectory(
            Dictionary(uniqueKeysWithValues: texts.enumerated().map { ("\($0)", $1) }))
        let names = texts.indices.map(String.init).joined(separator: " ")
        let asked = try Program.run("import \(names) --into db", in: folder)
        #expect(
            asked.status == 64 && asked.messages.contains("use stream-import import \(command)"), "\(asked)")
        #expect(!FileManager.default.fileExists(atPath: folder.file("db").path))
        let outcome = try Program.run("import \(command)", in: folder)
        #expect(outcome.status == status, "\(outcome)")
        if status == 0 { #expect(try folder.rows("SELECT id FROM records ORDER BY id") == ["1", "2"]) }
    }

    /// Without --table, files have tables of their own. Nothing is written before all are known, and an error is not a record.
    @Test(arguments: [
        (#"{"message":"rate limit exceeded","status":"403"}"#, "2.json: expected inputs of one shape", 2),
        (#"{"x":[{"q":1}],"y":[{"w":1}]}"#, "2.json: expected records, found an object with several", 64),
    ])
    func tablesAreWrittenTogether(text: String, message: String, status: Int32) throws {
        let folder = try TemporaryDirectory([
            "1.json": #"{"orders":[{"id":1},{"id":2}]}"#, "2.json": text, "3.json": #"{"theme":"dark"}"#,
        ])
        let asked = try Program.run("import 1.json 2.json 3.json --into db", in: folder)
        #expect(asked.status == 64 && asked.messages.hasPrefix(message), "\(asked.messages)")
        #expect(!FileManager.default.fileExists(atPath: folder.file("db").path))
        let skipped = try Program.run("import 1.json 2.json 3.json --into db --on-error skip", in: folder)
        #expect(skipped.status == status, "\(skipped)")
        guard status == 2 else { return }
        #expect(try folder.rows("SELECT id FROM \"1\"") == ["1", "2"])
        #expect(try folder.rows("SELECT count(*) FROM sqlite_schema WHERE name = '2'") == ["0"])
    }

    /// A member that is not a record, and an array in the place of an object, are told with the options that read the records.
    @Test(arguments: [
        (#"{"r":{"uids":["1"],"1":{"id":1},"2":{"id":2}}}"#, "--path r.*", "--on-error skip", "r.*", 2),
        (#"{"r":{"a":[{"id":1}],"b":[{"id":2}]}}"#, "--path r.*", "--path 'r[*].*'", "r[*].*", 0),
        (#"[{"tweet":{"id":1}},{"tweet":{"id":2}}]"#, "--path tweet", "--path '$[*].tweet'", "$[*].tweet", 0),
    ])
    func adviceForPathGivesRecords(
        text: String, path: String, advice: String, better: String, status: Int32
    ) throws {
        let folder = try TemporaryDirectory(["dump.json": text])
        let first = try Program.run("import dump.json --into db \(path)", in: folder)
        #expect(first.status == 65 && first.messages.contains("use \(advice)"), "\(first.messages)")
        let outcome = try Program.run(
            "import dump.json --into db --on-error skip --path \(better)", in: folder)
        #expect(outcome.status == status)
        #expect(try folder.rows("SELECT id FROM dump") == ["1", "2"])
    }

    /// Documents of which some have an array are asked about once, with the commands for both kinds of records.
    @Test(arguments: [
        (#"{"title":"c","text":"t"}"#, "--table keep keep --into db --format json", "--path labels instead"),
        (
            #"{"title":"c","labels":[{"name":"x"}]}"#, "--path labels --table keep keep --into db",
            "--format json instead"
        ),
    ])
    func likeDocumentsAreAskedAbout(text: String, command: String, other: String) throws {
        let folder = try TemporaryDirectory()
        let documents =
            ["a", "b"].map { ($0, #"{"title":"\#($0)","text":"t","labels":[{"name":"l"}]}"#) } + [("c", text)]
        try FileManager.default.createDirectory(at: folder.file("keep"), withIntermediateDirectories: true)
        for (name, text) in documents { try Data(text.utf8).write(to: folder.file("keep/\(name).json")) }
        let asked = try Program.run("import keep --into db", in: folder)
        #expect(asked.status == 64 && !FileManager.default.fileExists(atPath: folder.file("db").path))
        #expect(asked.messages.contains(command) && asked.messages.contains(other), "\(asked.messages)")
        #expect(try Program.run("import " + command, in: folder).status == 0)
        #expect(try folder.rows("SELECT count(*) FROM keep") == ["3"])
    }

    @Test(arguments: [
        ("--expand items", "SELECT sku FROM doc JOIN doc_items USING (record_id)"),
        ("--expand items[*] --key order", "SELECT sku FROM doc_items WHERE doc_order = 7"),
        ("--key order", "SELECT sku.value ->> 'sku' FROM doc, json_each(items) AS sku"),
        ("--key sku", "SELECT sku FROM doc"),
        ("--columns total,items", "SELECT 1 FROM doc UNION SELECT total FROM doc"),
        ("--index sku", "SELECT sku FROM doc"),
    ])
    func documentWithNamedMembersIsRecord(options: String, query: String) throws {
        let folder = try TemporaryDirectory([
            "doc.json": #"{"order":7,"items":[{"sku":1},{"sku":2}],"total":2}"#
        ])
        #expect(try Program.run("import doc.json --into db \(options)", in: folder).status == 0)
        #expect(try folder.rows(query) == ["1", "2"])
    }

    @Test func descriptionOfColumnsIsNotTheRecords() throws {
        let folder = try TemporaryDirectory([
            "table.json":
                #"{"columns":[{"name":"id","type":"bigint"},{"name":"s","type":"text"}],"data":[[1,"x"],[2,"y"],[3,"z"]]}"#
        ])
        let outcome = try Program.run("import table.json --into db", in: folder)
        #expect(
            outcome.messages.hasPrefix(
                "table.json: expected objects, found rows that are arrays at data, with their columns at columns"
            ))
        #expect(outcome.status == 64)
        #expect(outcome.messages.contains("use --path data --header 'columns[*].name'"))
        let arguments = [
            "import", "table.json", "--path", "data", "--header", "columns[*].name", "--into", "db",
        ]
        #expect(try Program.run(arguments, in: folder).status == 0)
        #expect(try folder.rows("SELECT id, s FROM \"table\"") == ["1, x", "2, y", "3, z"])
    }

    @Test func namesAfterRowsAreReadBeforeThem() throws {
        let text = #"{"data":[[1,"x"],[2,"y"]],"meta":{"columns":[{"name":"id"},{"name":"s"}]}}"#
        let folder = try TemporaryDirectory(["table.json": text])
        try Data(Compressed.gzip(Array(text.utf8))).write(to: folder.file("table.json.gz"))
        let arguments = ["--path", "data", "--header", "meta.columns[*].name", "--table", "t", "--into"]
        for input in ["table.json", "table.json.gz"] {
            #expect(try Program.run(["import", input] + arguments + ["\(input).db"], in: folder).status == 0)
            #expect(try folder.rows("SELECT id, s FROM t", of: "\(input).db") == ["1, x", "2, y"])
        }
        let script =
            "\"$0\" import - --path data --header 'meta.columns[*].name' --into db --table t <table.json"
        #expect(try Program.run(script: script, in: folder).status == 0)
        let outcome = try Program.run(
            ["import", "-"] + arguments + ["pipe.db"], in: folder, input: Array(text.utf8))
        #expect(outcome.status == 65)
        #expect(
            outcome.messages.contains(
                "before the first row, found none; if they are after the rows, save the input as a file, or list the names"
            ))
    }

    /// The advice about a first record that is not an object imports the records.
    @Test(arguments: [
        (
            #"[["a","b"],[1,2]]"#,
            "found '['; if each array is a row, import it with --header first", "", ["1, 2"]
        ),
        (
            #"[[1,"x"],[2,"y"]]"#,
            "found '['; if each array is a row, import it with --header c1,c2 (one name for each of the 2 values)",
            "", ["1, x", "2, y"]
        ),
        (
            #"{"v":[["a","x"],["b","y"]]}"#,
            "--header c1,c2 (one name for each of the 2 values) or --header first if the first row has the names",
            "--path v", ["a, x", "b, y"]
        ),
        ("[1,\"x\"]", "found 1; to import values, name their column: --header value", "", ["1", "x"]),
        (
            "[1,\"x\"]\n[2,\"y\"]\n",
            "found 1; if each line is a row, import it with --format lines --header c1,c2 (one name for each of the 2 values)",
            "", ["1, x", "2, y"]
        ),
        (
            "[[\"a]b\"],\"x\"]\r\n[[\"c\"],\"y\"]\r\n",
            "found '['; if each line is a row, import it with --format lines --header c1,c2 (one name for each of the 2 values)",
            "", [#"["a]b"], x"#, #"["c"], y"#]
        ),
        (
            #"{"v":[1,"x"]}"#, "found 1; to import values, name their column: --header value,", "--path v",
            ["1", "x"]
        ),
        ("1\n\"x\"\n", "found 1; to import values, name their column: --header value", "", ["1", "x"]),
        ("true", "found true; to import values, name their column: --header value", "--format lines", ["1"]),
        (
            #"{"v":{"a":1.5,"b":"x"}}"#, "found 1.5; to import values, name their column: --header value,",
            "--path v.*", ["1.5", "x"]
        ),
        (
            #"{"v":{"a":1.5,"b":"x"}}"#, "found 1.5; to import values, name their column: --header value,",
            "--path v.* --key-column k", ["a, 1.5", "b, x"]
        ),
    ])
    func rowsAndValuesAreImportedWithHeader(
        text: String, message: String, path: String, rows: [String]
    ) throws {
        let folder = try TemporaryDirectory(["dump.json": text])
        let arguments = "import dump.json --into db \(path)"
        let outcome = try Program.run(arguments, in: folder)
        #expect(outcome.messages.hasSuffix(message + "\n") && outcome.status == 65)
        let header = try #require(message.firstMatch(of: /(--format \S+ )?--header \S+/)).output.0.split(
            separator: " "
        ).map(String.init)
        #expect(try Program.run(arguments, header, in: folder).status == 0)
        #expect(try folder.rows("SELECT * FROM dump") == rows)
    }

    @Test func arraysAfterFirstMegabyteAreNamed() throws {
        let users = (0..<15_000).map { #"{"id":\#($0),"n":"\#(String(repeating: "x", count: 60))"}"# }
        let folder = try TemporaryDirectory([
            "late.json":
                "{\"users\":[\(users.joined(separator: ","))],\"posts\":[{\"id\":1},{\"id\":2}],\"d\":{\"e\":[{}]}}"
        ])
        let note = "other arrays are read with --path posts (2 objects) or --path d.e (1 object)"
        for arguments in [["import", "--into", "db"], ["check"]] {
            #expect(try Program.run(arguments + ["late.json"], in: folder).output.contains(note))
        }
    }

    // MARK: - Lines and pages

    @Test func linesAreReadWithPath() throws {
        for name in ["source.jsonl", "source.json"] {
            let folder = try TemporaryDirectory([name: "{\"s\":{\"n\":1}}\n{\"s\":{\"n\":2}}\n"])
            #expect(try Program.run(["import", name, "--path", "s", "--into", "db"], in: folder).status == 0)
            #expect(try folder.rows("SELECT n FROM source") == ["1", "2"])
        }
    }

    @Test(arguments: [
        "[{\"id\":1},{\"id\":2}][{\"id\":3}]\n", "[{\"id\":1},{\"id\":2}]\n[]\n[{\"id\":3}]\n",
        #"{"total":3,"items":[{"id":1},{"id":2}]}{"total":3,"items":[{"id":3}]}"#,
        "{\"items\":[{\"id\":1},{\"id\":2}]}\n{\"items\":[{\"id\":3}]}\n",
    ])
    func pagesOneAfterAnotherAreRead(text: String) throws {
        let folder = try TemporaryDirectory(["pages.json": text])
        for (input, bytes) in [("pages.json", nil), ("-", Array(text.utf8))] as [(String, [UInt8]?)] {
            let outcome = try Program.run(
                ["import", input, "--into", "db", "--table", "t\(input.count)"], in: folder, input: bytes)
            #expect(outcome.status == 0)
            #expect(try folder.rows("SELECT id FROM t\(input.count)") == ["1", "2", "3"])
        }
    }

    @Test func arraysInSequenceNeedPath() throws {
        let folder = try TemporaryDirectory(["pages.json": "[{\"id\":1}][{\"id\":3}]\n"])
        let outcome = try Program.run("import pages.json --format sequence --into db", in: folder)
        #expect(
            outcome.messages.hasSuffix(
                "found '['; if the elements of each array are the records, add --path '[*]'; if it is a row, import it with --header first or --header a,b,c\n"
            ))
    }

    /// An error among pages is a rejected record, also at the top level among arrays.
    @Test(arguments: [
        ("{\"total\":1,\"items\":[{\"id\":1}]}\n", "{\"error\":{\"items\":[]}}\n"),
        (#"{"total":1,"items":[{"id":1}]}"#, #"{"error":"limit"}"#), (#"[{"id":1}]"#, #"{"error":{"id":1}}"#),
        ("[{\"id\":1}]\n", "null\n"),
    ])
    func errorAmongPagesIsRejected(page: String, error: String) throws {
        let folder = try TemporaryDirectory(["pages.json": page + page + error + page])
        for (command, status) in [("import --into db", 65), ("records", 65), ("check", 2)]
            as [(String, Int32)]
        {
            let outcome = try Program.run(command, ["pages.json"], in: folder)
            #expect(outcome.status == status && outcome.messages.contains(", record 3: expected "))
            #expect(
                command == "check"
                    || (outcome.messages + outcome.output).contains("use --on-error skip to skip"))
        }
        #expect(try Program.run("import pages.json --into db --on-error skip", in: folder).status == 2)
        #expect(try folder.rows("SELECT id FROM pages") == ["1", "1", "1"])
        let records = try Program.run("records pages.json --rejects bad", in: folder)
        #expect(records.status == 2 && records.output == "{\"id\":1}\n{\"id\":1}\n{\"id\":1}\n")
        let rejected =
            try JSONSerialization.jsonObject(with: Data(contentsOf: folder.file("bad"))) as? [String: Any]
        #expect(rejected?["text"] as? String == error.trimmingCharacters(in: .newlines))
        #expect(rejected?["start"] as? Int == 2 * page.utf8.count)
    }

    /// At a path that the user has chosen, a value may have nothing, which is told. An empty array is something.
    @Test func valuesWithoutPathAreCounted() throws {
        let folder = try TemporaryDirectory([
            "x.ndjson": "{\"items\":[{\"a\":1}]}\n{\"x\":1}\n{\"items\":[]}\nnull\n{\"items\":[{\"a\":2}]}\n"
        ])
        let note = "2 values have nothing at items, the first one in line 2"
        for command in ["import --into db", "check", "records", "inspect", "model --name A"] {
            let outcome = try Program.run(command + " --path items", ["x.ndjson"], in: folder)
            #expect(outcome.status == 0 && (outcome.output + outcome.messages).contains(note), "\(outcome)")
        }
        #expect(try folder.rows("SELECT a FROM x") == ["1", "2"])
        let json = try Program.run("import x.ndjson --path items --into e --json", in: folder).output
        #expect(json.contains(#""firstWithoutPath":2,"#) && json.contains(#""withoutPath":2}"#))
        let all = try Program.run("import x.ndjson --path x* --into f", in: folder)
        #expect(all.status == 65 && !all.output.contains("have nothing"))
    }

    // MARK: - What the program tells

    @Test func recordsThatReplaceRowsAreCounted() throws {
        let folder = try TemporaryDirectory([
            "a.ndjson": "{\"id\":1,\"x\":1}\n{\"id\":1,\"x\":2}\n{\"id\":2}\n"
        ])
        let outcome = try Program.run("import a.ndjson --key id --into db", in: folder)
        #expect(
            outcome.output.contains("  1 record replaced a row with the same key, so the table has 2 rows\n"))
        let json = try Program.run("import a.ndjson --key id --into db2 --json", in: folder)
        #expect(json.output.contains(#""replaced":1,"#))
        #expect(
            !(try Program.run("import a.ndjson --key id,x --into db3", in: folder).output.contains("replaced"))
        )
    }

    @Test func tableOfProcessSubstitutionIsNamedRecords() throws {
        let folder = try TemporaryDirectory(["a.ndjson": "{\"id\":1}\n"])
        let outcome = try Program.run(
            script: "bash -c '\"$0\" import <(cat a.ndjson) --into db' \"$0\"", in: folder)
        #expect(outcome.output.contains("into the table records of db"))
    }

    @Test(arguments: [("{\"id\":1}\n{\"id\":2,\"na", 1), ("{\"id\":1}\n{\"id\":2,\"na\n{\"id\":3}\n", 2)])
    func lineThatEndsInsideStringMayBeIncomplete(text: String, count: Int) throws {
        let folder = try TemporaryDirectory(["a.ndjson": text])
        let outcome = try Program.run("check a.ndjson", in: folder)
        #expect(outcome.messages.hasSuffix("; the line ends inside a string; it may be incomplete\n"))
        #expect(outcome.output.hasPrefix("a.ndjson: \(count) record"))
    }

    @Test func messageAboutEmptyObjectsNamesFile() throws {
        let folder = try TemporaryDirectory(["a.json": "[{},{}]"])
        let outcome = try Program.run("import a.json --into db", in: folder)
        #expect(outcome.messages == "a.json: expected a record with a key, found only empty objects\n")
    }

    /// Runs the command that a message suggests at its end.
    private func runSuggestion(of outcome: Program.Outcome, in folder: TemporaryDirectory) throws {
        let command = try #require(outcome.messages.split(separator: " first: ").last)
        let second = try Program.run(
            script: "PATH=\"${0%/*}:$PATH\"; " + command.trimmingCharacters(in: .newlines), in: folder)
        #expect(second.status == 0, "\(command): \(second.messages)")
    }

    @Test(arguments: [
        (
            "tweets.js", "window.YTD.tweets.part0 = [\n  {\"id\":1},\n {\"id\":2}\n]\n",
            "JavaScript that assigns a value"
        ),
        ("export.js", "var data = [{\"id\":1},{\"id\":2}];\n", "JavaScript that assigns a value"),
        ("jsonp.json", "cb([{\"id\":1},{\"id\":2}]);\n", "JSONP"),
        ("xssi.json", ")]}'\n[{\"id\":1},{\"id\":2}]\n", "a prefix against execution"),
        ("while.json", "while(1);[{\"id\":1},{\"id\":2}]\n", "a prefix against execution"),
        ("events.sse", "data: {\"id\":1}\n\ndata: {\"id\":2}\n\ndata: [DONE]\n", "server-sent events"),
        ("message.sse", "event: a\ndata: {\"id\":1}\n\nevent: b\ndata: {\"id\":2}\n\n", "server-sent events"),
        ("table.csv", "id,name\n1,\"x, y\"\n2,z\n", "CSV"),
        (
            "openlibrary.txt", "/type/a\t/a/1\t3\t{\"id\":1}\n/type/a\t/a/2\t3\t{\"id\":2}\n",
            "lines with other columns"
        ),
        (
            "app.txt", "2024-01-01 10:00:00 INFO {\"id\":1}\n2024-01-01 10:00:01 INFO {\"id\":2}\n",
            "lines with other columns"
        ),
        ("repr.ndjson", "{'id': 1, 'ok': True}\n{'id': 2, 'ok': None}\n", "a value of Python"),
        ("list.txt", "[{'id': 1}, {'id': 2}]\n", "a value of Python"),
        ("comments.jsonc", "// made by x\n[{\"id\":1},\n// two\n{\"id\":2}]\n", "JSON with comments"),
        ("commas.json", "{\"id\":1},\n{\"id\":2}\n", "lines that end with a comma"),
    ])
    func otherTextIsNamedWithCommandThatConverts(name: String, text: String, format: String) throws {
        let folder = try TemporaryDirectory([name: text])
        let outcome = try Program.run(["import", name, "--into", "db"], in: folder)
        #expect(outcome.messages.hasPrefix("\(name): expected JSON, found \(format)"), "\(outcome.messages)")
        #expect(outcome.status == 65)
        if outcome.messages.hasSuffix("; to read it, use --relaxed\n") {
            let options = ["--into", "db", "--table", "records", "--relaxed"]
            #expect(try Program.run(["import", name] + options, in: folder).status == 0)
        } else {
            try runSuggestion(of: outcome, in: folder)
        }
        #expect(try folder.rows("SELECT id FROM records") == ["1", "2"])
    }

    @Test func compressedDataInCompressedDataIsNamed() throws {
        let twice = Compressed.gzip(Compressed.gzip(Array("[{\"id\":1}]".utf8)))
        let folder = try TemporaryDirectory(["double.json.gz": twice])
        let outcome = try Program.run("import double.json.gz --into db", in: folder)
        #expect(
            outcome.messages.contains(
                "found gzip data in compressed data; decompress it first: zcat double.json.gz"))
        try runSuggestion(of: outcome, in: folder)
        #expect(try folder.rows("SELECT id FROM records") == ["1"])
    }

    @Test func formatIsAdvisedOnlyForLines() throws {
        for (text, isAdvised) in [
            ("{\"a\":1,2}\n{\"a\":2}\n", true), ("{\"a\":NaN}\n{\"a\":Infinity}\n", false),
            ("{\"a\":1,2}\n", false),
            ("{\n\"a\":1,2}\n", false), ("oops\n{\"a\":1}\n", true),
        ] {
            let folder = try TemporaryDirectory(["dump": text])
            for command in ["import --into db", "inspect"] {
                let outcome = try Program.run(command, ["dump"], in: folder)
                #expect(outcome.messages.contains("--format lines --on-error skip") == isAdvised, "\(text)")
            }
        }
    }

    // MARK: - Another attempt

    @Test func secondAttemptIsNotMixedWithFirst() throws {
        let folder = try TemporaryDirectory(["nested.json": Self.nested])
        let first = try Program.run("import nested.json --into db --format json", in: folder)
        #expect(first.status == 0)
        for options in [["--path", "hits.hits"], []] {
            let second = try Program.run(["import", "nested.json", "--into", "db"] + options, in: folder)
            #expect(second.messages.contains("use --replace to replace the rows of this input"))
            #expect(second.status == 64)
        }
        #expect(try folder.rows("SELECT took FROM nested") == ["1"])
        let third = try Program.run("import nested.json --into db --path hits.hits --replace", in: folder)
        #expect(third.status == 0)
        #expect(try folder.rows("SELECT _id FROM nested") == ["1", "2"])
        let again = try Program.run("import nested.json --into db", in: folder)
        #expect(again.output.contains("already imported"))
        let back = try Program.run("import nested.json --into db --format json --replace", in: folder)
        #expect(back.status == 0)
        #expect(try folder.rows("SELECT took FROM nested") == ["1"])
        let added = try Program.run("import nested.json --into db --path hits.hits --append", in: folder)
        #expect(added.status == 0)
        #expect(try folder.rows("SELECT count(*) FROM nested") == ["3"])
    }
}
