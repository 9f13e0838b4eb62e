import StreamImport

/// All members of a record of `events`, as one case for each of the twelve kinds.
@Importable(discriminator: "type")
enum FeedEvent {
    @Key("PushEvent") case push(Push)
    @Key("CreateEvent") case create(Create)
    @Key("DeleteEvent") case delete(Delete)
    @Key("ForkEvent") case fork(Fork)
    @Key("IssuesEvent") case issues(Issues)
    @Key("IssueCommentEvent") case issueComment(IssueComment)
    @Key("PullRequestEvent") case pullRequest(PullRequest)
    @Key("ReleaseEvent") case release(Release)
    @Key("WatchEvent") case watch(Watch)
    @Key("MemberEvent") case member(Member)
    @Key("GollumEvent") case gollum(Gollum)
    @Key("PublicEvent") case opened(Opened)
}

extension FeedEvent {
    @Importable
    struct Actor {
        var id: Int
        var login: String
        var url: String
    }

    @Importable
    struct Repository {
        var id: Int
        var name: String
    }

    @Importable
    struct Push {
        var id: String
        var actor: Actor
        var repo: Repository
        var `public`: Bool
        var createdAt: String
        var pushID: Int
        var ref: String
        var head: String
        var commits: [Commit]
    }

    @Importable
    struct Commit {
        var sha: String
        var message: String
        var distinct: Bool
    }

    @Importable
    struct Create {
        var id: String
        var actor: Actor
        var repo: Repository
        var `public`: Bool
        var createdAt: String
        var ref: String
        var refType: String
        var description: String
    }

    @Importable
    struct Delete {
        var id: String
        var actor: Actor
        var repo: Repository
        var `public`: Bool
        var createdAt: String
        var ref: String
        var refType: String
    }

    @Importable
    struct Fork {
        var id: String
        var actor: Actor
        var repo: Repository
        var `public`: Bool
        var createdAt: String
        var forkee: Forkee

        @Importable
        struct Forkee {
            var id: Int
            var fullName: String
            var description: String
        }
    }

    @Importable
    struct Issue {
        var number: Int
        var title: String
        var labels: [String]
        var comments: Int
    }

    @Importable
    struct Issues {
        var id: String
        var actor: Actor
        var repo: Repository
        var `public`: Bool
        var createdAt: String
        var action: String
        var issue: Issue
    }

    @Importable
    struct IssueComment {
        var id: String
        var actor: Actor
        var repo: Repository
        var `public`: Bool
        var createdAt: String
        var action: String
        var issue: Issue
        var comment: Comment

        @Importable
        struct Comment {
            var id: Int
            var body: String
        }
    }

    @Importable
    struct PullRequest {
        var id: String
        var actor: Actor
        var repo: Repository
        var `public`: Bool
        var createdAt: String
        var action: String
        var number: Int
        var pullRequest: Changes

        @Importable
        struct Changes {
            var title: String
            var merged: Bool
            var additions: Int
            var deletions: Int
        }
    }

    @Importable
    struct Release {
        var id: String
        var actor: Actor
        var repo: Repository
        var `public`: Bool
        var createdAt: String
        var release: Version

        @Importable
        struct Version {
            var tagName: String
            var prerelease: Bool
        }
    }

    @Importable
    struct Watch {
        var id: String
        var actor: Actor
        var repo: Repository
        var `public`: Bool
        var createdAt: String
        var action: String
    }

    @Importable
    struct Member {
        var id: String
        var actor: Actor
        var repo: Repository
        var `public`: Bool
        var createdAt: String
        var action: String
        var member: Actor
    }

    @Importable
    struct Gollum {
        var id: String
        var actor: Actor
        var repo: Repository
        var `public`: Bool
        var createdAt: String
        var pages: [Page]

        @Importable
        struct Page {
            var pageName: String
            var action: String
        }
    }

    @Importable
    struct Opened {
        var id: String
        var actor: Actor
        var repo: Repository
        var `public`: Bool
        var createdAt: String
    }
}
