import ArgumentParser
import CGauge

struct Allocations: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Counts what an import allocates, and what its models own.",
        discussion: "Warm-up is part of the count: compare two numbers of records.")

    @Argument(help: "One of those that `import-gauge cases` lists.")
    var name: String

    @Argument(help: "How many records to import.")
    var records: Int

    @Option(help: "Print the stacks of so many allocations to standard error, once the import is warm.")
    var traces: Int64 = 0

    func validate() throws {
        guard gauge_counts_allocations() else {
            throw ValidationError("Allocations can only be counted on Linux with glibc.")
        }
        guard records > 0 else { throw ValidationError("There must be a record.") }
    }

    func run() throws {
        guard let chosen = AllocationCase.all.first(where: { $0.name == name }) else {
            throw ValidationError("There is no case '\(name)'.")
        }
        try report(try chosen.measure(records, traces))
    }
}

struct Cases: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Lists the cases of `allocations`.")

    func run() {
        for allocationCase in AllocationCase.all { print(allocationCase.name) }
    }
}
