import Foundation
import StreamImport

/// What this example wants of a record: 12 of its 80 keys, one of them inside of an object.
@Importable
struct Repository: Sendable {
    let id: Int
    let fullName: String
    let description: String?
    let language: String?
    @Key("stargazers_count") let stars: Int
    @Key("forks_count") let forks: Int
    @Key("open_issues_count") let openIssues: Int
    @Key("archived") let isArchived: Bool
    var topics: [String] = []
    @DateFormat(.iso8601) let pushedAt: Date
    let owner: Owner
    @Key("license.spdx_id") let license: String?

    @Importable
    struct Owner: Sendable {
        let login: String
        @Key("type") let kind: Kind

        @Importable
        enum Kind: String, Sendable {
            case user = "User"
            case organization = "Organization"
        }
    }
}
