import BenchmarkSupport
import Foundation

extension Contenders {
    /// Parses the whole file with Foundation's untyped parser. Reads only the values for the checksum from
    /// the dictionaries, and makes no models.
    static func jsonSerialization(_ dump: Dump) throws -> Outcome {
        let records = try JSONSerialization.jsonObject(with: dump.data()) as? [JSONObject] ?? []
        var sum = Checksum()
        for record in records {
            sum.addRecord()
            add(record, to: &sum)
        }
        return .bound(sum)
    }

    /// Adds the values that a `FeedEvent` adds. This function also computes the reference.
    static func add(_ record: JSONObject, to sum: inout Checksum) {
        sum.add(record.text("id"))
        switch record.text("type") {
        case "PushEvent":
            sum.add(record.integer("push_id"))
            sum.add(record.objects("commits").last?.text("message"))
        case "CreateEvent": sum.add(record.text("description"))
        case "DeleteEvent": sum.add(record.text("ref_type"))
        case "ForkEvent": sum.add(record.object("forkee")?.text("full_name"))
        case "IssuesEvent": sum.add(record.object("issue")?.texts("labels").last)
        case "IssueCommentEvent": sum.add(record.object("comment")?.text("body"))
        case "PullRequestEvent": sum.add(record.object("pull_request")?.integer("additions"))
        case "ReleaseEvent": sum.add(record.object("release")?.bool("prerelease"))
        case "WatchEvent": sum.add(record.object("actor")?.text("login"))
        case "MemberEvent": sum.add(record.object("member")?.text("url"))
        case "GollumEvent": sum.add(record.objects("pages").last?.text("page_name"))
        default: sum.add(record.bool("public"))
        }
    }
}
