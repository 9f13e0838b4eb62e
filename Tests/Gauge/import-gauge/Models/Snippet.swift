import StreamImport

/// All members of a record of `escapes` as properties.
struct Snippet: AllocationOwner {
    var id: Int
    var title: String
    var code: String
    var html: String
    var path: String
    var pattern: String
    var url: String
    var reactions: [String]
    var quote: String

    var ownedAllocations: Int {
        title.ownedAllocations + code.ownedAllocations + html.ownedAllocations + path.ownedAllocations
            + pattern.ownedAllocations + url.ownedAllocations + reactions.ownedAllocations
            + quote.ownedAllocations
    }
}

extension Snippet: Importable {
    static let importPlan = ImportPlan(Snippet.self) { fields in
        let id = fields.required("id", Int.self)
        let title = fields.required("title", String.self)
        let code = fields.required("code", String.self)
        let html = fields.required("html", String.self)
        let path = fields.required("path", String.self)
        let pattern = fields.required("pattern", String.self)
        let url = fields.required("url", String.self)
        let reactions = fields.required("reactions", [String].self)
        let quote = fields.required("quote", String.self)
        return { draft in
            Snippet(
                id: draft[id], title: draft[title], code: draft[code], html: draft[html], path: draft[path],
                pattern: draft[pattern], url: draft[url], reactions: draft[reactions], quote: draft[quote])
        }
    }
}
