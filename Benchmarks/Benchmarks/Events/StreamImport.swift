import BenchmarkSupport
import Foundation
import StreamImport

extension Contenders {
    /// Imports records one by one, and keeps none of them.
    static func streamImport(_ dump: Dump) throws -> Outcome { try streamImport(dump, parser: .automatic) }

    /// Imports records one by one, with libyajl as the only parser.
    static func streamImportWithLibyajl(_ dump: Dump) throws -> Outcome {
        try streamImport(dump, parser: .libyajl)
    }

    private static func streamImport(_ dump: Dump, parser: RecordParser) throws -> Outcome {
        var options = ImportOptions()
        options.parser = parser
        var sum = Checksum()
        try StreamImporter.objects(of: FeedEvent.self, from: dump.url, options: options).forEach {
            sum.add($0)
        }
        return .bound(sum)
    }
}

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
}
