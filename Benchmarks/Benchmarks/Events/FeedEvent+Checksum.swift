import BenchmarkSupport

extension FeedEvent: Summable {
    func add(to sum: inout Checksum) {
        switch self {
        case .push(let push):
            sum.add(push.id)
            sum.add(push.pushID)
            sum.add(push.commits.last?.message)
        case .create(let create):
            sum.add(create.id)
            sum.add(create.description)
        case .delete(let delete):
            sum.add(delete.id)
            sum.add(delete.refType)
        case .fork(let fork):
            sum.add(fork.id)
            sum.add(fork.forkee.fullName)
        case .issues(let issues):
            sum.add(issues.id)
            sum.add(issues.issue.labels.last)
        case .issueComment(let comment):
            sum.add(comment.id)
            sum.add(comment.comment.body)
        case .pullRequest(let request):
            sum.add(request.id)
            sum.add(request.pullRequest.additions)
        case .release(let release):
            sum.add(release.id)
            sum.add(release.release.prerelease)
        case .watch(let watch):
            sum.add(watch.id)
            sum.add(watch.actor.login)
        case .member(let member):
            sum.add(member.id)
            sum.add(member.member.url)
        case .gollum(let gollum):
            sum.add(gollum.id)
            sum.add(gollum.pages.last?.pageName)
        case .opened(let opened):
            sum.add(opened.id)
            sum.add(opened.public)
        }
    }

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
