import ArgumentParser
import CGauge
import Foundation
import StreamImport

/// The baseline for the instructions of an import.
struct BaselineCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "baseline", abstract: "Reads a file with libyajl and callbacks that only count.")

    @Argument(help: "The path of the dump.")
    var file: String

    func run() throws {
        var counts = gauge_counts()
        // SAFETY: the path and the counts outlive the call.
        guard unsafe gauge_baseline(file, &counts) == 0 else {
            throw ValidationError("\(file) cannot be parsed.")
        }
        print(counts.keys)
    }
}

struct ImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Imports an array of records from a file, and releases each.")

    @Argument(help: "What the records are.")
    var workload: Workload

    @Argument(help: "The path of the dump.")
    var file: String

    enum Workload: String, CaseIterable, ExpressibleByArgument {
        /// All keys are bound.
        case people
        /// 6 of more than 100 keys are bound.
        case tweets
        /// All keys are bound. The first member of each record names its case.
        case events
        /// The last member of each record names its case.
        case eventsTypeLast = "events-type-last"
    }

    func run() throws {
        let url = URL(filePath: file)
        let summary =
            switch workload {
            case .people: try StreamImporter.objects(of: Person.self, from: url).forEach { _ in }
            case .events, .eventsTypeLast:
                try StreamImporter.objects(of: FeedEvent.self, from: url).forEach { _ in }
            case .tweets: try StreamImporter.objects(of: Tweet.self, from: url).forEach { _ in }
            }
        print(summary.recordCount)
    }
}
