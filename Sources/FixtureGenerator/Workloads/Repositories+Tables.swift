extension Repositories {
    /// The keys of URLs that begin with the repository's URL, and the suffix of each URL, in the order of the API.
    static let links = [
        ("forks_url", "/forks"), ("keys_url", "/keys{/key_id}"),
        ("collaborators_url", "/collaborators{/collaborator}"), ("teams_url", "/teams"),
        ("hooks_url", "/hooks"), ("issue_events_url", "/issues/events{/number}"),
        ("events_url", "/events"), ("assignees_url", "/assignees{/user}"),
        ("branches_url", "/branches{/branch}"), ("tags_url", "/tags"),
        ("blobs_url", "/git/blobs{/sha}"), ("git_tags_url", "/git/tags{/sha}"),
        ("git_refs_url", "/git/refs{/sha}"), ("trees_url", "/git/trees{/sha}"),
        ("statuses_url", "/statuses/{sha}"), ("languages_url", "/languages"),
        ("stargazers_url", "/stargazers"), ("contributors_url", "/contributors"),
        ("subscribers_url", "/subscribers"), ("subscription_url", "/subscription"),
        ("commits_url", "/commits{/sha}"), ("git_commits_url", "/git/commits{/sha}"),
        ("comments_url", "/comments{/number}"), ("issue_comment_url", "/issues/comments{/number}"),
        ("contents_url", "/contents/{+path}"), ("compare_url", "/compare/{base}...{head}"),
        ("merges_url", "/merges"), ("archive_url", "/{archive_format}{/ref}"),
        ("downloads_url", "/downloads"), ("issues_url", "/issues{/number}"),
        ("pulls_url", "/pulls{/number}"), ("milestones_url", "/milestones{/number}"),
        ("notifications_url", "/notifications{?since,all,participating}"), ("labels_url", "/labels{/name}"),
        ("releases_url", "/releases{/id}"), ("deployments_url", "/deployments"),
    ]

    /// The keys of URLs for version control tools, and the start of each URL.
    static let remotes = [
        ("git_url", "git://example.com/"),
        ("ssh_url", "git@example.com:"),
        ("clone_url", "https://example.com/"),
    ]

    /// The keys whose values tell which features a repository has.
    static let featureFlags = [
        "has_issues", "has_projects", "has_downloads", "has_wiki", "has_pages", "has_discussions",
    ]

    static let languages = [
        "C", "C++", "C#", "Dart", "Go", "Haskell", "Java", "JavaScript", "Jupyter Notebook", "Kotlin", "Lua",
        "Objective-C", "PHP", "Python", "Ruby", "Rust", "Scala", "Shell", "Swift", "TypeScript", "Zig",
    ]

    /// The key, the name and the SPDX identifier of each license. Names are spelled as in JSON, because `JSONWriter`
    /// copies text unchanged.
    static let licenses = [
        ("mit", "MIT License", "MIT"),
        ("apache-2.0", "Apache License 2.0", "Apache-2.0"),
        ("gpl-3.0", "GNU General Public License v3.0", "GPL-3.0"),
        ("bsd-3-clause", #"BSD 3-Clause \"New\" or \"Revised\" License"#, "BSD-3-Clause"),
        ("mpl-2.0", "Mozilla Public License 2.0", "MPL-2.0"),
        ("other", "Other", "NOASSERTION"),
    ]

    /// The starts of descriptions. An adjective and a noun follow.
    static let openings = [
        "A toolkit for every ", "An opinionated take on the ", "Experiments with a ", "Home of the ",
        "Notes and samples for a ", "Reference implementation of the ", "The missing link to a ",
        "🚀 Batteries included: a ", "📦 Bindings for the ",
    ]

    static let endings = [
        "", ".", ", with no dependencies", " for servers and the command line", " that stays out of your way",
        ", written for fun and kept for profit", " — small, documented, tested",
        " (formerly part of a larger project)",
    ]
}
