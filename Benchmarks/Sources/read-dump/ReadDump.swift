import Foundation
import SystemPackage

/// A program that reads a dump once, and prints sums over its values: `read-dump CONTENDER WORKLOAD FILE`.
@main
struct ReadDump {
    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 4, let contender = Contender(rawValue: arguments[1]) else { exitWithUsage() }
        let path = FilePath(arguments[3])
        switch arguments[2] {
        case "people": print(try contender.read(Person.self, from: path))
        case "tweets": print(try contender.read(Tweet.self, from: path))
        default: exitWithUsage()
        }
    }

    private static func exitWithUsage() -> Never {
        let contenders = Contender.allCases.map(\.rawValue).joined(separator: "|")
        FileHandle.standardError.write(Data("usage: read-dump \(contenders) people|tweets FILE\n".utf8))
        exit(64)
    }
}
