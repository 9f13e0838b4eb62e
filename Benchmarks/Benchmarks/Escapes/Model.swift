import BenchmarkSupport
import StreamImport

/// A model with a field for each member of a record.
@Importable
struct Snippet: Decodable {
    var id: Int
    var title: String
    var code: String
    var html: String
    var path: String
    var pattern: String
    var url: String
    var reactions: [String]
    var quote: String
}

extension Snippet: Summable {
    func add(to sum: inout Checksum) {
        sum.add(id)
        sum.add(title)
        sum.add(code)
        sum.add(html)
        sum.add(path)
        sum.add(pattern)
        sum.add(url)
        sum.add(quote)
        sum.add(reactions.last)
    }

    static func add(_ record: JSONObject, to sum: inout Checksum) {
        sum.add(record.integer("id"))
        for key in ["title", "code", "html", "path", "pattern", "url", "quote"] { sum.add(record.text(key)) }
        sum.add(record.texts("reactions").last)
    }
}
