import Foundation
import Testing

@testable import JSONRecords

/// What the records of the inputs of a table are: one answer for all of them.
@Suite struct RecordRuleTests {
    private static let long = String(repeating: "x", count: OutlineScanner.maximumBytes)

    private static let asks = "expected records, found an object with "

    private static func list(_ element: String, _ count: Int, _ separator: String = ",") -> String {
        Array(repeating: element, count: count).joined(separator: separator)
    }

    /// Texts of the inputs of one table, and the answer: the path and the format of each, or the beginning of the error.
    struct Case: CustomTestStringConvertible {
        let texts: [String]
        let answers: [String]

        init(_ texts: String..., is answers: String...) { (self.texts, self.answers) = (texts, answers) }

        var testDescription: String { texts.map { $0.prefix(40) }.joined(separator: " | ") }
    }

    private static let oneInput = [
        Case(#"[{"a":1}]"#, is: "$"), Case("", is: "$"), Case("7", is: "$"), Case("}", is: "$"),
        Case("<html>", is: "$"),
        Case(#"{"a":1}"#, is: "$"), Case(#"{"a":"[{","b":"]"}"#, is: "$"), Case(#"[{"a":[{}]}]"#, is: "$"),
        Case("{\"a\":1}\n{\"a\":2}", is: "$"), Case("[1,2]\n[3]", is: "$"),
        Case(#"{"total":2,"items":[{"a":1},{"a":2}]}"#, is: "items"),
        Case("\u{FEFF} {\"total\":2,\n\"items\" : [ {} ] }\n", is: "items"),
        Case(#"{"id":1,"tags":[{"t":1}]}"#, is: "tags"), Case(#"{"a.b":[{}]}"#, is: #"'$["a.b"]'"#),
        Case(#"{"\u0061":[{}]}"#, is: "a"),
        // The only array is in objects.
        Case(#"{"took":1,"hits":{"total":2,"hits":[{"_id":"1"}]}}"#, is: "hits.hits"),
        Case(#"{"data":{"repository":{"issues":{"nodes":[{"id":1}]}}}}"#, is: "data.repository.issues.nodes"),
        Case(#"{"a":[],"b":[1],"c":[[{}]],"d":{"e":[{}]},"f":[{}]}"#, is: "f"),
        Case(
            #"{"d":{"e":[{}],"f":[{}]}}"#,
            is: "expected records, found an object with several arrays of objects: d.e"),
        Case(#"{"users":[{}],"repos":[{},{}]}"#, is: "expected records, found an object with several arrays"),
        // The description of columns is not the records.
        Case(
            #"{"columns":[{"name":"a"},{"name":"b"}],"data":[[1,2]]}"#,
            is: "expected objects, found rows that are arrays at data"),
        Case(
            #"{"meta":{"view":{"cols":[{"id":1}]}},"data":[[1,2]]}"#,
            is: "expected objects, found rows that are arrays"),
        Case(
            #"{"columns":["a","b"],"index":[0],"data":[[1,2]]}"#,
            is: "expected objects, found rows that are arrays at data, with their columns at columns"),
        Case(#"{"columns":["a"],"polygon":[[1,2]]}"#, is: "$"),
        Case(
            #"{"t":{"meta":{"column_names":["a","b"]},"rowSet":[[1,2],[3,4]]}}"#,
            is:
                "expected objects, found rows that are arrays at t.rowSet, with their columns at t.meta.column_names"
        ),
        Case(#"{"id":5,"head":[1,2],"polygon":[[1,2],[3,4]]}"#, is: "$"),
        Case(
            #"{"fields":[{"name":"a"},{"name":"b"},{"name":"c"}],"rows":[[1,2],[4,5],[1,4]]}"#,
            is: "expected objects, found rows that are arrays at rows, with their columns at fields"),
        Case(
            #"{"fields":[{"name":"a"},{"name":"b"}],"opts":{"x":[1,2,3],"y":[1,2,3]}}"#, is: "fields"),
        Case(
            #"{"type":"FeatureCollection","geometry":null,"properties":{},"features":[{"a":1}]}"#,
            is: "features"),
        Case(
            #"{"column_meta":[["a",1],["b",2]],"head":["a","b"],"data":[[1,2]]}"#,
            is: "expected objects, found rows that are arrays at data, with their columns at head"),
        Case(
            #"{"columns":[{"name":"a"},{"name":"b"}],"values":[[1,2,3],[4,5,6]]}"#,
            is: "expected rows, found arrays that are columns at values"),
        Case(#"{"items":[{"a":1},{"a":2}],"polygon":[[1,2],[3,4]]}"#, is: "items"),
        Case(#"{"outline":[[0,0],[1,1]],"fields":[{"id":1},{"id":2},{"id":3}]}"#, is: "fields"),
        Case(
            #"{"bbox":[[9,9,9]],"columns":[{"name":"a"},{"name":"b"}],"rows":[[1,2]]}"#,
            is: "expected objects, found rows that are arrays at rows, with their columns at columns"),
        // An object about the records precedes them.
        Case(#"[{"page":1},[{"id":1},{"id":2}]]"#, is: "'$[1]'"), Case(#"[{"page":1},[1,{}]]"#, is: "$"),
        Case(#"[{"page":1},[{"a":1}],[{"a":2}]]"#, is: "$"), Case(#"[{"page":1},{"a":[{}]},[{}]]"#, is: "$"),
        Case(#"[{"a":[{}]},{"a":[{}]}]"#, is: "$"),
        // A large array, and a large object.
        Case(#"{"items":[{"a":"…"}],"b":[{}]}"#, is: "items"), Case(#"{"text":"…","items":[{}]}"#, is: "$"),
        Case(
            #"{"items":[{}],"text":"…"}"#,
            is: "expected records, found an object with an array of objects: items"),
        // Pages one after another.
        Case(#"[{"id":1},{"id":2}][{"id":3}]"#, is: "'*' sequence"),
        Case("[]\n[{\"id\":3}]\n", is: "'*' sequence"),
        Case(#"{"total":3,"items":[{"id":1}]}{"total":3,"items":[{"id":3}]}"#, is: "items sequence"),
        Case("{\"total\":3,\"items\":[{}]}\n{\"total\":3,\"items\":[{}]}", is: "items lines"),
        Case("{\"id\":3,\"tags\":[{}]}\n{\"id\":3,\"tags\":[{}]}", is: "$"),
        Case("{\"items\":[{}]} x", is: "$"), Case(#"[{"id":1}]{"error":1}[{"id":2}]"#, is: "'*' sequence"),
        // A page without records.
        Case(#"{"status":"ok","data":{"id":1}}"#, is: "$"), Case(#"{"items":null,"total":0}"#, is: "$"),
        Case(#"{"items":[],"has_more":false}"#, is: "items"), Case(#"{"id":1,"items":[]}"#, is: "$"),
        Case(#"{"items":[],"warnings":[{"code":5}]}"#, is: "items"),
        Case(#"{"total":0,"issues":[]}"#, is: "issues"), Case(#"{"count":0,"orders":[]}"#, is: "orders"),
        Case(#"{"startAt":0,"total":0,"issues":[]}"#, is: "issues"),
        Case(#"{"count":2,"orders":[]}"#, is: "$"),
        Case(#"{"sku":"a","count":0,"tags":[]}"#, is: "$"),
        // One record with small arrays.
        Case(
            #"{"id_str":"1","text":"t","lang":"e","entities":{"hashtags":[{"t":1}],"urls":[{"u":1},{"u":2}]}}"#,
            is: "$"),
        Case(
            #"{"resourceType":"Patient","id":"x","gender":"m","birthDate":"d","name":[{"f":1}],"telecom":[{"v":1}]}"#,
            is: "$"),
        Case(
            #"{"sha":"x","url":"u","stats":1,"parents":[{}],"files":[{},{},{},{},{}]}"#,
            is:
                "expected records, found an object with several arrays of objects: parents (1 object), files (5"
        ),
        Case(
            #"{"id":"p","name":"n","type":"t","images":[{}],"tracks":{"items":[{},{}]}}"#,
            is:
                "expected records, found an object with several arrays of objects: images (1 object), tracks.items"
        ),
        Case(#"{"fields":[{"name":"a"}],"features":[]}"#, is: "features"),
        Case(#"{"type":"Feature","geometry":{},"properties":{"clouds":[{},{}]}}"#, is: "$"),
        Case(
            #"{"type":"Feature","geometry":{},"properties":{"periods":[\#(list("{}", 5))]}}"#,
            is: "properties.periods"),
        Case(#"{"schema":[{"name":"a"}],"rows":[{"a":1},{"a":2}]}"#, is: "rows"),
        Case(
            #"{"ok":true,"result":{"id":1,"name":"n","resources":[{}],"tags":[{}]}}"#,
            is: asks + "several arrays of objects: result.resources (1 object), result.tags (1 object)"),
        Case(
            #"{"success":true,"result":{"resource_id":1,"records":[{}],"fields":[{"id":"a"}]}}"#,
            is: "result.records"),
        Case(#"{"rows":[{"a":1}],"data":[]}"#, is: "rows"),
        Case(#"{"id":1,"items":[],"tags":[{}]}"#, is: "tags"),
        Case(#"[{"page":2},[]]"#, is: "'$[1]'"), Case(#"[{"page":2},[],{}]"#, is: "$"),
        // The errors of a page are not its records.
        Case(
            #"{"data":{"repository":{"issues":{"nodes":[{"n":1}]}}},"errors":[{"message":"No"}]}"#,
            is: "data.repository.issues.nodes"),
        Case(#"{"version":"1","results":[],"errors":[{"code":3}]}"#, is: "results"),
        Case(#"{"message":"Validation Failed","errors":[{"code":"missing"}]}"#, is: "$"),
        Case(#"{"code":"1","errors":[],"product":{"id":1},"warnings":[{"field":{"id":"x"}}]}"#, is: "$"),
        Case(#"{"errors":[{"code":3}]}"#, is: "errors"), Case(#"{"errors":[{}],"version":1}"#, is: "errors"),
        Case(#"{"links":[{"id":1}],"total":4}"#, is: "links"),
        Case(#"{"orders":[{"n":1}],"links":[{"href":"u","rel":"next"}]}"#, is: "orders"),
        Case(#"{"id":7,"units":[{}],"links":[{"href":"u"}]}"#, is: asks + "several arrays"),
        Case(#"{"hits":{"hits":[{}]},"aggregations":{"by":{"buckets":[{},{}]}}}"#, is: "hits.hits"),
        Case(#"{"error":{"root_cause":[{"type":"x"}]},"status":404}"#, is: "$"),
        Case(
            #"{"nodes":[{"id":1}],"links":[{"source":1}]}"#,
            is: "expected records, found an object with several arrays of objects: nodes"),
        // The empty array beside the descriptions of its columns has no records; beside other arrays, it is not the page.
        Case(
            #"{"help":"h","success":true,"result":{"records":[],"fields":[{"id":"a"}]}}"#,
            is: "result.records"),
        Case(
            #"{"took":1,"hits":{"total":4,"hits":[]},"aggregations":{"langs":{"buckets":[{"key":"x"}]}}}"#,
            is: "aggregations.langs.buckets"),
        Case(#"{"meta":{"page":1},"results":[],"group_by":[{"key":"x"}]}"#, is: "group_by"),
        Case(#"{"resourceType":"Bundle","link":[{"url":"u"}],"entry":[{"resource":{}}]}"#, is: "entry"),
        // The keys of an object are data.
        Case(
            #"{"u1":{"name":"a","tags":[{"t":1}]},"u2":{"name":"b"}}"#,
            is:
                "expected records, found an object whose keys seem to be data, and arrays of objects: '*' (2 objects)"
        ),
        Case(
            #"{"version":2,"vulnerabilities":{"a":{"name":"a","via":[{"u":1}]},"b":{"name":"b","via":[]}}}"#,
            is:
                "expected records, found an object whose keys seem to be data, and arrays of objects: 'vulnerabilities.*' (2 objects)"
        ),
        Case(
            #"{"query":{"pages":{"736":{"title":"a","revisions":[{"r":1}]}}}}"#,
            is:
                "expected records, found an object whose keys seem to be data, and arrays of objects: 'query.pages.*'"
        ),
        Case(
            #"{"c1":{"name":"x","items":[{"o":1}]},"c2":{"name":"y"}}"#,
            is:
                "expected records, found an object whose keys seem to be data, and arrays of objects: '*' (2 objects)"
        ),
        Case(#"{"data":{"viewer":{"id":"x","repos":[{}]},"org":{"id":"y"}}}"#, is: "data.viewer.repos"),
        Case(#"{"header":{"version":1},"body":{"version":1,"cars":[{}]}}"#, is: "body.cars"),
        Case(#"{"3dmodels":{"cars":[{}]}}"#, is: "3dmodels.cars"),
        Case(#"{"roots":{"bar":{"children":[{"u":1}]},"other":{"children":[]}}}"#, is: "roots.bar.children"),
        Case(#"{"s:Envelope":{"s:Body":{"users":[{"a":1}]}}}"#, is: "'s:Envelope.s:Body.users'"),
        Case(
            #"{"objects":{"2020-01-01":[{"id":1}],"2020-01-02":[{"id":2}]}}"#,
            is: "expected records, found an object with several arrays of objects: 'objects[*].*' (2 objects)"
        ),
        // The key of the only array is data.
        Case(
            #"{"2024-01-01":[{"id":1},{"id":2}]}"#,
            is: "expected records, found an object with an array of objects: '$[*].*' (2 objects)"),
        Case(
            #"{"rates":{"7":[{"id":1}]}}"#,
            is: "expected records, found an object with an array of objects: 'rates[*].*' (1 object)"),
        Case(#"{"AAPL":[{"id":1}]}"#, is: "AAPL"),
        Case(
            #"{"12":{"id":1,"tags":[{"t":1}]}}"#,
            is:
                "expected records, found an object whose keys seem to be data, and arrays of objects: '*' (at least 1 object)"
        ),
        // The columns of a table without rows.
        Case(
            #"{"schema":{"fields":[{"name":"a"}]},"totalRows":"0","jobComplete":true}"#,
            is: "expected records, found an object with an array of objects: schema.fields (1 object)"),
        Case(
            #"{"schema":{"fields":[{"name":"a"}]},"rows":[{"f":[{"v":"1"}]}],"totalRows":"1"}"#, is: "rows"),
        Case(#"{"result":{"records":[{"n":1}],"fields":[{"id":"n"}]}}"#, is: "result.records"),
        Case(#"{"schema":{"fields":[{"name":"index"}],"primaryKey":["index"]},"data":[]}"#, is: "data"),
        // Many members whose keys are data, beside a small array.
        Case(
            #"{"query":{"normalized":[{"from":"a"}],"pages":{"1":{"id":1},"2":{"id":2},"3":{"id":3},"4":{"id":4},"5":{"id":5}}}}"#,
            is:
                "expected records, found an object whose keys seem to be data, and arrays of objects: 'query.pages.*' (5 objects), query.normalized (1 object)"
        ),
        // A small array beside a larger one that is deeper in the object.
        Case(
            #"{"id":"p","images":[{"url":"u"}],"tracks":{"items":[{"n":1},{"n":2}]}}"#,
            is:
                "expected records, found an object with several arrays of objects: images (1 object), tracks.items (2 objects)"
        ),
        Case(
            #"{"artists":[{"n":1}],"images":[{"u":1}],"tracks":{"items":[{"n":2}]}}"#,
            is:
                "expected records, found an object with several arrays of objects: artists (1 object), images (1 object), tracks.items (1 object)"
        ),
        Case(#"{"items":[{"n":1}],"total":1,"facets":{"lang":[{"x":1},{"x":2}]}}"#, is: "items"),
        // A page in an answer, and a much larger array, beside other arrays.
        Case(#"{"etag":"e","reminders":[{"m":1},{"m":2}],"items":[{"id":1}]}"#, is: "items"),
        Case(#"{"took":1,"hits":{"hits":[{}]},"facets":{"by":{"buckets":[{},{}]}}}"#, is: "hits.hits"),
        Case(#"{"_links":{"curies":[{}]},"_embedded":{"orders":[{}]}}"#, is: "_embedded.orders"),
        Case(#"{"packages":[{"id":1}],"resolve":{"nodes":[{"id":1}]},"metadata":null}"#, is: "packages"),
        Case(#"{"log":{"pages":[{}],"entries":[\#(list("{}", 20))]}}"#, is: "log.entries"),
        Case(#"{"log":{"pages":[{}],"entries":[\#(list("{}", 19))]}}"#, is: asks + "several arrays"),
        // An array beside many values.
        Case(#"{"former":[{}],"filings":{"recent":{"a":[1,2,3],"b":[1,2,3]}}}"#, is: asks + "an array"),
        Case(#"{"former":[{},{}],"filings":{"a":[1,2,3],"b":[1,2,3]}}"#, is: "former"),
        Case(#"{"weather":[{"n":1}],"hours":[\#(list("1", 21))]}"#, is: asks + "an array"),
        Case(#"{"weather":[{"n":1}],"hours":[\#(list("1", 20))]}"#, is: "weather"),
        Case(#"{"urls":[{}],"releases":{"0.1":[{}],"0.2":[{}]}}"#, is: asks + "several arrays"),
        Case(#"{"value":{"1":\#(list("1", 21, ",\"2\":"))},"notes":[{}]}"#, is: asks + "an array"),
        // Names, and not data.
        Case(
            #"{"contacts":{"list":[{"id":1}]},"chats":{"list":[{"id":2}]}}"#,
            is:
                "expected records, found an object with several arrays of objects: contacts.list (1 object), chats.list (1 object)"
        ),
        // Objects that wrap values are not records.
        Case(#"{"_id":{"$oid":"a"},"refs":[{"$oid":"b"},{"$oid":"c"}]}"#, is: "$"),
        Case(#"{"Item":{"id":{"S":"a"},"tags":{"L":[{"S":"x"}]}}}"#, is: "$"),
        Case(#"{"Items":[{"id":{"S":"a"}}],"Count":1,"ScannedCount":1}"#, is: "Items"),
        // A bulk request of Elasticsearch.
        Case(
            "{\"index\":{\"_id\":\"1\"}}\n{\"n\":1}\n",
            is: "expected records, found the lines of a bulk request"),
        Case("{ \"create\" : {} }\n{\"n\":1}\n", is: "expected records, found the lines of a bulk request"),
        Case(
            "{\"update\":{\"retry_on_conflict\":3,\"_id\":\"1\"}}\n{\"doc\":{}}\n",
            is: "expected records, found the lines of a bulk request"),
        Case("{\"update\":{\"_id\":\"1\"},\"when\":3}\n{\"n\":1}\n", is: "$"),
        Case("{\"create\":{\"_id\":\"1\"}}\n{\"create\":{\"_id\":\"2\"}}\n", is: "$"),
        Case("{\"index\":{\"a\":\"1\"}}\n{\"n\":1}\n", is: "$"), Case(#"{"delete":{"_id":"1"}}"#, is: "$"),
        // The first elements are null.
        Case(#"{"users":[null,{"a":1},null],"rules":true}"#, is: "users"), Case(#"{"a":[null]}"#, is: "$"),
        Case(#"{"a":[null,1,{}]}"#, is: "$"), Case(#"{"items":[null, null],"page":1}"#, is: "items"),
    ]

    private static let severalInputs = [
        // An answer may have a title and an identifier.
        Case(
            #"{"feed":{"title":"T","id":"u","entry":[{"n":1}]}}"#,
            #"{"feed":{"title":"T","id":"u","entry":[]}}"#,
            is: "feed.entry", "feed.entry"),
        Case(
            #"{"result":{"name":"a","resources":[{}]}}"#, #"{"result":{"name":"b","resources":[{}]}}"#,
            is: "expected records, found objects with an array of objects: result.resources"),
        Case(
            #"{"items":[{"id":1}],"has_more":true}"#, #"{"items":[],"has_more":false}"#,
            #"{"items":null,"has_more":false}"#, #"{"items":[],"errors":[{"code":5}]}"#,
            is: "items", "items", "items", "items"),
        Case(
            #"{"id":1,"tags":[{"t":1}]}"#, #"{"id":2,"tags":[]}"#,
            is: "expected records, found objects with an array of objects: tags (1 object)"),
        Case(#"{"id":1,"tags":[]}"#, #"{"id":2,"tags":[]}"#, is: "$", "$"),
        Case(
            #"{"items":[],"errors":[{}]}"#, #"{"items":[],"errors":[{}],"page":2}"#, is: "items", "items"),
        Case(#"[{"page":1},[{"id":1}]]"#, #"[{"page":2},[]]"#, is: "'$[1]'", "'$[1]'"),
        Case(
            #"[{"page":1},[{"id":1}]]"#, #"[{"id":7},null,{"id":9}]"#,
            is: "expected inputs of one shape, found records at '$[1]' in 1, and an array in 2"),
        Case(
            #"[{"page":1},[{"id":1}]]"#, #"[{"message":[{"id":"120"}]}]"#,
            is: "expected inputs of one shape, found records at '$[1]' in 1, and an array in 2"),
        // A page lacks its array.
        Case(
            #"{"resourceType":"Bundle","link":[{"url":"u"}],"entry":[{"id":1}]}"#,
            #"{"resourceType":"Bundle","link":[{"url":"u"}]}"#, is: "entry", "entry"),
        Case(#"{"items":[{"id":1}],"next":2}"#, "{}", #"{"next":3}"#, is: "items", "items", "items"),
        Case(
            #"{"ok":true,"items":[{"id":1}]}"#, #"{"ok":false}"#,
            is:
                "expected inputs of one shape, found records at items in 1, and an object without records there in 2"
        ),
        // An error in the place of a page, whatever the name of its array is.
        Case(
            #"{"startAt":0,"total":2,"issues":[{"id":1}]}"#, #"{"errorMessages":["No"],"errors":{}}"#,
            is:
                "expected inputs of one shape, found records at issues in 1, and an object without records there in 2"
        ),
        Case(
            #"{"ok":true,"messages":[{"ts":1}],"has_more":false}"#, #"{"ok":false,"error":"ratelimited"}"#,
            is:
                "expected inputs of one shape, found records at messages in 1, and an object without records there in 2"
        ),
        // An error in the place of a page.
        Case(
            #"[{"id":1,"name":"a"}]"#, #"{"message":"rate limit"}"#,
            is:
                "expected inputs of one shape, found an array of records in 1, and an object with other keys in 2"
        ),
        Case(
            #"{"message":"rate limit"}"#, "[]", #"[{"id":1,"name":"a"}]"#,
            is:
                "expected inputs of one shape, found an array of records in 3, and an object with other keys in 1"
        ),
        Case(
            #"{"totalSize":1,"done":false,"records":[{"Id":"1"}]}"#,
            #"[{"message":"Session expired","errorCode":"X"}]"#,
            is:
                "expected inputs of one shape, found an array of records in 2, and an object with other keys in 1"
        ),
        Case(
            #"[{"id":1,"message":"m","title":"t"}]"#, #"{"message":"404 Project Not Found"}"#,
            is:
                "expected inputs of one shape, found an array of records in 1, and an object with other keys in 2"
        ),
        Case(#"[{"id":1},{"id":2,"b":1,"c":2}]"#, #"{"id":3,"b":1,"c":2}"#, is: "$", "$"),
        // An error beside lines, and beside other objects.
        Case(
            "{\"id\":1,\"name\":\"a\"}\n{\"id\":2,\"name\":\"b\"}\n", #"{"message":"rate limit exceeded"}"#,
            is:
                "expected inputs of one shape, found records in 1, and an object with other keys in 2"
        ),
        Case(
            #"{"message":"Not Found","documentation_url":"u","status":"404"}"#,
            "{\"id\":1,\"name\":\"a\"}\n{\"id\":2,\"name\":\"b\"}\n",
            is:
                "expected inputs of one shape, found records in 2, and an object with other keys in 1"
        ),
        Case(
            "{\"id\":1,\"message\":\"m\"}\n{\"id\":2,\"message\":\"b\"}\n", #"{"message":"404"}"#,
            is:
                "expected inputs of one shape, found records in 1, and an object with other keys in 2"
        ),
        Case(
            #"{"id":1,"name":"a"}"#, #"{"error":"Not Found"}"#, #"{"id":2,"name":"b"}"#,
            is: "expected inputs of one shape, found records in 1, and an object with other keys in 2"),
        // The keys of lines differ.
        Case("{\"id\":1}\n{\"message\":\"b\"}\n", #"{"message":"c"}"#, is: "$", "$"),
        Case("{\"id\":1,\"code\":3}\n{\"id\":2,\"ok\":true}\n", #"{"ok":true,"id":3}"#, is: "$", "$"),
        Case(
            "{\"level\":1}\n{\"port\":2}\n", #"{"user":"u"}"#, #"{"status":"up","took":3}"#, is: "$", "$",
            "$"),
        Case("{\"id\":1}\n{\"id\":2}\n", "{\"message\":\"a\"}\n{\"message\":\"b\"}\n", is: "$", "$"),
        Case(#"{"status":"ok"}"#, #"{"status":"failed","code":3,"message":"m"}"#, is: "$", "$"),
        Case(
            #"{"2024-01-01":[{"id":1}]}"#, #"{"2024-01-02":[{"id":2}]}"#,
            is: "expected records, found objects with several arrays of objects: '$[*].*' (2 objects)"),
        Case(
            #"{"schema":{"fields":[{"name":"a"}]},"jobReference":{},"rows":[{"f":[]}],"totalRows":"1"}"#,
            #"{"schema":{"fields":[{"name":"a"}]},"jobReference":{},"totalRows":"0"}"#, is: "rows", "rows"),
        Case(
            #"{"help":"h","result":{"records":[{"n":1}],"fields":[{"id":"n"}]}}"#,
            #"{"help":"h","result":{"records":[],"fields":[{"id":"n"}]}}"#,
            is: "result.records", "result.records"),
        Case(
            #"{"fields":[{"name":"o"}],"features":[{"a":1}]}"#, #"{"error":{"details":[{}]}}"#,
            is:
                "expected inputs of one shape, found records at features in 1, and an object without records there in 2"
        ),
        Case(#"[{"id":1,"name":"a"}]"#, #"{"id":2,"tag":"b"}"#, "{\"x\":1}\n{\"x\":2}", is: "$", "$", "$"),
        Case(#"{"id":1,"tags":[{}]}"#, "{\"id\":2,\"tags\":[{}]}\n{\"id\":3}", is: "$", "$"),
        Case(
            #"{"hits":{"hits":[{}]},"took":1}"#, #"{"hits":{"hits":[]},"took":1}"#, is: "hits.hits",
            "hits.hits"),
        Case(
            #"{"type":"FeatureCollection","name":"a","features":[{}]}"#,
            #"{"type":"FeatureCollection","features":[]}"#,
            is: "features", "features"),
        Case(
            #"{"items":[{}]}"#, #"{"results":[{}]}"#,
            is:
                "expected inputs of one shape, found records at items in 1, and an object without records there in 2"
        ),
        // Two arrays that both seem to be pages.
        Case(
            #"{"items":[{}],"nodes":[{}],"total":2}"#, #"{"items":[],"nodes":[{}],"total":2}"#,
            is: "expected records, found objects with several arrays of objects: "),
        // The members are those of a record.
        Case(
            #"{"order_id":1,"items":[{}],"total":12,"status":"paid"}"#, #"{"order_id":2,"items":[{}]}"#,
            is: "expected records, found objects with an array of objects: items"),
        Case(
            #"{"invoice_number":1,"items":[{}],"page":1}"#, #"{"invoice_number":2,"items":[{}],"page":1}"#,
            is: "expected records, found objects with an array of objects: items"),
        Case(
            #"{"customer":"a","items":[{}],"total":12}"#, #"{"customer":"b","items":[{}],"total":1}"#,
            is: "expected records, found objects with an array of objects: items"),
        Case(
            #"{"request_id":"a","items":[{}],"total":12}"#, #"{"request_id":"b","items":[{}],"total":1}"#,
            is: "items", "items"),
        Case(
            #"{"items":[{}]}"#, #"{"items":[{}]}"#, #"{"results":[{}]}"#,
            is:
                "expected inputs of one shape, found records at items in 1, and an object without records there in 3"
        ),
        Case(
            #"{"items":[{}],"next":2}"#, #"{"error":"rate limit"}"#,
            is:
                "expected inputs of one shape, found records at items in 1, and an object without records there in 2"
        ),
        Case(
            #"{"items":[{}]}"#, #"[{"id":1}]"#,
            is: "expected inputs of one shape, found records at items in 1, and an array in 2"),
        Case(#"[{"id":1}]"#, #"{"id":1}"#, is: "$", "$"),
        Case(
            #"{"users":[{}]}"#, #"{"posts":[{}]}"#,
            is:
                "expected inputs of one shape, found records at users in 1, and an object without records there in 2"
        ),
        Case(#"{"data":[{}],"extensions":{}}"#, #"{"data":[],"errors":[{}]}"#, is: "data", "data"),
        // An empty page describes its columns, too.
        Case(
            #"{"fields":[{}],"features":[{}]}"#, #"{"fields":[{}],"features":[]}"#, is: "features", "features"
        ),
        Case(
            #"{"_embedded":{"users":[{}]},"page":{}}"#, #"{"_links":{},"page":{}}"#,
            is:
                "expected inputs of one shape, found records at _embedded.users in 1, and an object without records there in 2"
        ),
    ]

    private func folder(_ test: Case) throws -> [RecordRule.Input] {
        test.texts.enumerated().map { index, text in
            RecordRule.Input("\(index + 1)", InputOrigin(.text(text.replacing("…", with: Self.long))))
        }
    }

    private func answer(_ records: InputRecords) -> String {
        do { try records.checkPath() } catch { return error.message }
        let path = records.path.components.isEmpty ? "$" : records.path.argument
        return records.format == .automatic ? path : "\(path) \(records.format.name)"
    }

    @Test(arguments: oneInput + severalInputs)
    func inputsHaveRecords(test: Case) throws {
        let inputs = try folder(test)
        var rule = RecordRule(at: nil, format: .automatic, of: inputs, inputCount: inputs.count)
        do {
            try rule.validate()
            let found = inputs.map { answer(rule.records(of: $0.origin, name: $0.name)) }
            #expect(found.count == test.answers.count)
            for (found, expected) in zip(found, test.answers) {
                #expect(expected.hasPrefix("expected") ? found.hasPrefix(expected) : found == expected)
            }
        } catch {
            #expect(error.message.hasPrefix(test.answers[0]) && inputs.count > 1)
            #expect(error.code == .invalidPath)
        }
    }

    /// Objects whose members are columns, and objects that only look so.
    @Test(
        arguments: [
            ([#"{"t":["a","b","c"],"x":[1,null,3]}"#], "--columnar"),
            ([#"{"t":[null,null,null],"x":[[1],[2],[3]],"unit":"C"}"#], "--columnar"),
            (
                [#"{"lat":1,"units":{"t":"s"},"hourly":{"t":[1,2,3],"x":[1,2,3]}}"#],
                "--columnar --path hourly"
            ),
            (
                [#"{"h":{"t":[1,2,3],"x":[1,2,3]},"d":{"t":[1,2,3,4],"x":[1,2,3,4]}}"#],
                "--columnar --path h or --columnar --path d"
            ),
            ([#"{"a":{"0":1,"1":2},"b":{"0":3,"1":4}}"#], "--columnar"),
            (
                [#"{"meta":[{"name":"t"},{"name":"x"}],"data":{"t":[1,2,3],"x":[1,2,3]},"rows":3}"#],
                "--columnar --path data"
            ),
            ([#"{"t":[1,2,3],"x":[1,2,3]}"#, #"{"t":[1,2,3,4],"x":[1,2,3,4]}"#, #"{"e":1}"#], "--columnar"),
            ([#"{"id":1,"tags":["a","b","c"],"colors":["r","g","b"]}"#], nil),
            ([#"{"tags":["a","b"],"colors":["r","g"]}"#], nil), ([#"{"a":[1,2,3],"b":[1,2,3],"c":[]}"#], nil),
            ([#"{"a":[1,2,3],"b":[1,2,3],"c":[1]}"#], nil),
            ([#"{"a":[1,2,3],"b":[1,2,3],"c":{"d":1}}"#], nil),
            ([#"{"a":[1,2,3],"b":[1,2,3]} {"a":[1,2,3],"b":[1,2,3]}"#], nil), ([#"{"a":[1,2,3]}"#], nil),
            ([#"{"u1":{"1":2,"2":3},"u2":{"1":4,"2":5}}"#], nil),
            ([#"{"a":[1,2,3],"b":[1,2,3],"c":[{"d":1}]}"#], nil),
        ] as [([String], String?)])
    func columnsAreAskedAbout(texts: [String], options: String?) {
        let inputs = texts.enumerated().map { RecordRule.Input("\($0)", InputOrigin(.text($1))) }
        var use = RecordRule.Use()
        use.readsColumns = true
        var rule = RecordRule(at: nil, format: .automatic, of: inputs, inputCount: inputs.count, for: use)
        var advice: String?
        do {
            try rule.validate()
            try rule.records(of: inputs[0].origin, name: "0").checkPath()
        } catch { advice = error.advice }
        #expect(advice?.contains("use \(options ?? ""), or --format json") ?? false == (options != nil))
        // Commands that read no columns tell the option.
        var other = RecordRule(at: nil, format: .automatic)
        let note = other.records(of: inputs[0].origin, name: "0").note()
        #expect(note?.hasSuffix("import reads with \(options ?? "")") ?? false == (options != nil))
    }

    /// What is beside the records, and rows in the only record, are told with the options that read them.
    @Test(
        arguments: [
            (#"{"total":1,"items":[{"a":1}]}"#, nil), (#"{"done":true,"query":[{"a":1}]}"#, nil),
            (#"{"startAt":0,"names":{},"schema":{},"issues":[{"a":1}]}"#, nil),
            (#"{"Title":"t","Ratings":[{"v":1}]}"#, "for the object, use --format json --replace"),
            (
                #"{"a":{"id":1,"logs":[{}]}}"#,
                "such as id, are not read: for the object, use --path a --replace"
            ),
            (
                #"{"runs":[{"r":[{}],"s":[{},{}],"t":{"u":[{},{},{}]}}]}"#,
                "; the records in each are read with --path 'runs[*].t.u' --replace (3 objects) or --path 'runs[*].s' --replace (2 objects)"
            ),
            (#"{"runs":[{"results":[{},{}]},{},{}]}"#, nil), (#"{"runs":[{"t":{"u":[{},{},{}]}},{}]}"#, nil),
            (#"{"runs":[{"s":[{"t":[{},{}]}]}]}"#, "--path 'runs[*].s[*].t' --replace (2 objects)"),
            (
                #"{"tables":[{"columns":[{"name":"a"},{"name":"b"}],"rows":[[1,2]]}]}"#,
                "import reads the rows of the first with --path 'tables[0].rows' --replace --header 'tables[0].columns[*].name', with the member that has the names"
            ),
            (
                #"{"results":[{"series":[{"columns":["a","b"],"values":[[1,2]]}]}]}"#,
                "--path 'results[0].series[0].values' --replace --header 'results[0].series[0].columns'"
            ),
            (#"{"r":[{"fields":[{"name":"a"},{"name":"b"}],"rows":[[1,2,3],[4,5,6]]}]}"#, nil),
            (
                #"{"drop":{"id":1,"name":"n","nets":{"v4":[{}]}}}"#,
                "such as id, are not read: for the object, use --path drop --replace"
            ),
            (
                #"{"Quote":{"price":"1"}}"#,
                "the object is one record; the only object in it is read with --path Quote --replace"
            ), (#"{"data":null}"#, nil), ("{\"a\":{\"b\":1}}\n{\"a\":{\"b\":2}}", nil),
            (#"{"Item":{"id":{"S":"a"}}}"#, nil),
            (
                "{\"change\":[{}]}\n{\"change\":[{},{}]}\n",
                "the objects in that of each are read with --path change --replace (at least 1 object)"
            ),
            (
                #"{"s":[["a",1],["b",2]]}"#,
                "--path s --header c1,c2 --replace (one name for each of the 2 values)"
            ),
            (#"{"s":[["n","m"],["a",["b"]]]}"#, "its rows are read with --path s --header first --replace"),
            (#"{"s":[["n","m"],["a","b"]]}"#, ") or --header first --replace if the first row has the names"),
            (#"{"type":"Polygon","coordinates":[[1,2],[3,4]]}"#, nil),
        ] as [(String, String?)])
    func noteTellsWhatIsNotRead(text: String, words: String?) {
        var rule = RecordRule(at: nil, format: .automatic)
        let note = rule.records(of: InputOrigin(.text(text)), name: "").note(replacesRows: true)
        #expect(words.map { note?.hasSuffix($0) == true } ?? (note?.contains(";") != true), "\(note ?? "")")
    }

    /// The advice of a question names the objects around the arrays, and columns beside them.
    @Test(arguments: [
        (#"{"order":{"id":1,"tax":[{}],"lines":[{}]}}"#, "or --path order to read the object as one record"),
        (
            #"{"id":1,"order":{"tax":[{}],"lines":[{}]}}"#,
            "use --format json to read the object as one record"
        ),
        (#"{"old":[{}],"new":{"a":[1,2,3],"b":[1,2,3]}}"#, "use --columnar --path new or --path old, or"),
        (
            #"{"data":{"id":1,"tags":{"urls":[{}]}},"includes":{"users":[{}]}}"#,
            "or --path data to read the object as one record"
        ),
        (
            #"{"a":{"id":1,"x":[{}]},"b":{"id":1,"y":[{}]}}"#,
            "or --format json to read the object as one record"
        ),
        (
            #"{"code":200,"r":{"venue":{"id":1,"likes":[{}],"tips":[{}]}}}"#,
            "or --path r.venue to read the object as one record"
        ),
        (
            #"{"tags":[{}],"users":[{}],"p":{"/a":{"b":[{}]}}}"#,
            "use --path 'p.*' --key-column key or --path tags"
        ),
        (
            #"{"small":[{}],"books":[{},"…"#,
            "; import --tables also lists the arrays after the first megabyte"
        ),
    ])
    func questionNamesObjects(text: String, words: String) {
        var use = RecordRule.Use()
        (use.readsColumns, use.rejectsOthers) = (true, false)
        var rule = RecordRule(at: nil, format: .automatic, for: use)
        let text = text.replacing("…", with: Self.long)
        let error = #expect(throws: ImportError.self) {
            try rule.records(of: InputOrigin(.text(text)), name: "").checkPath()
        }
        #expect(error?.advice?.contains(words) == true, "\(error?.advice ?? "")")
    }

    /// The document is the record if its members are named, unless the elements of its array have them, too.
    @Test(
        arguments: [
            (["total"], ""), (["total", "sku"], "items"), (["items"], ""), (["sku"], "items"),
            (["id"], "items"),
            (["x"], "items"),
        ] as [([String], JSONPath)])
    func namedMembersTellRecords(keys: [String], path: JSONPath) {
        var use = RecordRule.Use()
        use.memberKeys = keys
        var rule = RecordRule(at: nil, format: .automatic, for: use)
        let text = #"{"id":7,"items":[{"sku":1,"id":1},{"sku":2}],"total":3}"#
        #expect(rule.records(of: InputOrigin(.text(text)), name: "").path == path)
    }

    /// Inputs of another shape, and the path of each input if such ones are rejected.
    @Test(arguments: [
        ([#"{"items":[{}],"next":1}"#, #"{"error":"e"}"#, #"{"items":[]}"#], ["items", "items", "items"]),
        ([#"{"message":"e"}"#, #"[{"id":1}]"#, "[]"], ["'*'", "$", "$"]),
        (["{\"id\":1}\n{\"id\":2}\n", #"{"message":"e"}"#], ["$", "'*'"]),
        ([#"{"error":"e"}"#, #"{"id":1,"name":"a"}"#, #"{"id":2}"#], ["'*'", "$", "$"]),
    ])
    func otherObjectsAreRejected(texts: [String], paths: [String]) throws {
        let inputs = texts.enumerated().map { RecordRule.Input("\($0)", InputOrigin(.text($1))) }
        var use = RecordRule.Use()
        for isLater in [false, true] where !isLater || paths[0] != "'*'" {
            use.rejectsOthers = true
            var rule = RecordRule(
                at: nil, format: .automatic, of: isLater ? [] : inputs, inputCount: inputs.count, for: use)
            try rule.validate()
            #expect(inputs.map { answer(rule.records(of: $0.origin, name: $0.name)) } == paths)
        }
        use.rejectsOthers = false
        let errorIndex = texts.firstIndex { $0.contains("\"e\"}") } ?? 0
        let rule = RecordRule(at: nil, format: .automatic, of: inputs, inputCount: inputs.count, for: use)
        let error = #expect(throws: ImportError.self) { try rule.validate() }
        #expect(error?.advice?.hasPrefix("use --on-error skip to leave \(errorIndex) out, or ") == true)
    }

    /// Inputs that are compared only when they are opened, such as pipes.
    @Test func laterInputIsComparedWithFirst() {
        var rule = RecordRule(at: nil, format: .automatic, inputCount: 5)
        func next(_ name: String, _ text: String) -> String {
            answer(rule.records(of: InputOrigin(.text(text)), name: name))
        }
        #expect(next("", "") == "$" && next("text", "x") == "$")
        #expect(next("a", #"{"items":[{}],"next":1}"#) == "items")
        #expect(next("b", #"{"items":null,"next":null}"#) == "items")
        #expect(
            next("c", #"[{"id":1}]"#).hasPrefix("expected inputs of one shape, found records at items in a"))
        #expect(next("d", #"{"items":[]}"#) == "items")
    }

    @Test(arguments: [
        (#"{"a":{"n":1}}"#, "automatic"), ("{\"a\":{\"n\":1}}\n{\"a\":{\"n\":2}}", "lines"),
        ("{\"a\":\n{\"n\":1}}{\"a\":{}}", "sequence"), ("[{\"a\":1}]", "automatic"),
    ])
    func framingIsFoundWithPath(text: String, format: String) {
        var rule = RecordRule(at: "a", format: .automatic)
        #expect(rule.records(of: InputOrigin(.text(text)), name: "").format.name == format)
    }

    @Test(arguments: ["a.ndjson", "a.jsonl.gz", "app.log", "app.log.1", "a.jl", "a.ldjson"])
    func nameOfLinesIsKnown(name: String) {
        #expect(InputOrigin(.file(URL(filePath: "/x.y/" + name))).hasNameOfLines)
        #expect(!InputOrigin(.file(URL(filePath: "/a.log/dump.json"))).hasNameOfLines)
    }
}

/// The outline of a text reads as little as it needs, and does not depend on the chunks.
@Suite struct TextOutlineTests {
    @Test(arguments: [
        #"{"total":2,"items":[{"a":1},{"a":2}],"n":null,"o":{"e":[]}}"#,
        #"{"u1":{"name":"a"},"u2":{"name":"b"},"rows":[[1,[2,3]],[4]]}"#, "[{\"a\":[{}]}] [{}]",
        "{\"items\":[{}]}\n{\"items\":[{}]}", "", "7",
    ])
    func outlineDoesNotDependOnChunks(text: String) {
        let bytes = Array(text.utf8)
        var outline = InputOrigin(.bytes(bytes)).outline(needsFollowing: true)
        #expect(outline.beginning == bytes)
        outline.beginning = []
        for size in [1, 2, 5] {
            var scanner = OutlineScanner(needsFollowing: true)
            var found: TextOutline?
            for end in stride(from: size, to: bytes.count, by: size) where found == nil {
                let beginning = Array(bytes[..<end])
                found = scanner.outline(of: beginning.span, isComplete: false)
            }
            let atEnd = scanner.outline(of: bytes.span, isComplete: true)
            #expect((found ?? atEnd) == outline)
        }
    }

    @Test func structureIsOutlined() {
        let text =
            #"{"u":{"u1":{"name":"a"},"u2":{"name":"b"}},"rows":[[1,[2,3]],[4]],"n":null,"e":[],"d":{"a":[{},1,{}]}}"#
        let outline = InputOrigin(.text(text)).outline()
        #expect(outline.keys == ["u", "rows", "n", "e", "d"])
        #expect(outline.arrays == [RecordArray(path: "d.a", objects: 2)])
        #expect(outline.rows == [TextOutline.Rows(path: "rows", width: 2, count: 2, firstWithValues: 1)])
        #expect(outline.otherPaths == ["u", "u.u1", "u.u2", "n", "d"] && outline.emptyArrays == ["e"])
        #expect(outline.keyedObjects == [RecordArray(path: "u.*", objects: 2)])
        #expect(outline.following == .nothing)
    }

    @Test func pipeIsReadFromItsBeginningAfterOutline() throws {
        let pipe = Pipe()
        try pipe.fileHandleForWriting.write(contentsOf: Data(#"{"n":1,"items":[{"a":1}]}"#.utf8))
        try pipe.fileHandleForWriting.close()
        let origin = InputOrigin(.handle(pipe.fileHandleForReading))
        #expect(origin.outline().arrays == [RecordArray(path: "items", objects: 1)])
        var bytes = [UInt8](repeating: 0, count: 100)
        let source = try origin.makeSource()
        #expect(try source.read(into: &bytes) == .bytes(25) && source.read(into: &bytes) == .end)
        #expect(throws: ImportError.self) { try origin.makeSource() }
    }

    /// The first line of a log must not wait for the second one.
    @Test func objectWithoutArrayOfObjectsNeedsNoMoreBytes() {
        var scanner = OutlineScanner()
        let line = Array("{\"a\":[1],\"b\":{\"c\":[[{}]]}}\n".utf8)
        let outline = scanner.outline(of: line.span, isComplete: false)
        #expect(outline?.arrays == [] && outline?.start == .object)
    }

    /// The elements of an array must not wait for its end.
    @Test(arguments: ["[{\"a\":1},", "{\"items\":[{\"a\":1},"])
    func openValueOfPipeNeedsNoMoreBytes(text: String) throws {
        let pipe = Pipe()
        try pipe.fileHandleForWriting.write(contentsOf: Data((text + "\n").utf8))
        let outline = InputOrigin(.handle(pipe.fileHandleForReading)).outline(
            needsFollowing: text.hasPrefix("{"))
        #expect(outline.following == .unknown)
        try pipe.fileHandleForWriting.close()
    }

    @Test func arraysInDeepObjectsAreNotFound() {
        func paths(keys count: Int) -> [JSONPath] {
            let text =
                String(repeating: #"{"a":"#, count: count) + "[{}]" + String(repeating: "}", count: count)
            return InputOrigin(.text(text)).outline().arrays.map(\.path)
        }
        #expect(paths(keys: 8) == [JSONPath(Array(repeating: .key("a"), count: 8))])
        #expect(paths(keys: 9).isEmpty)
    }

    @Test func numberOfArraysIsLimited() {
        let members = (0..<150).map { #""a\#($0)":[{}]"# }.joined(separator: ",")
        #expect(InputOrigin(.text("{\(members)}")).outline().arrays.count == 100)
    }
}
