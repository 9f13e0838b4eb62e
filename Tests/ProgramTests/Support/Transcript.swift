import Foundation

/// A file in `Fixtures/command-line` with command lines, each after `$ `, and the texts that they print. Command lines that
/// follow each other print the same text.
struct Transcript {
    private(set) var commands: [(line: String, text: String)] = []

    init(_ name: String) throws {
        let file = URL(filePath: #filePath).appending(path: "../../../../Fixtures/command-line/\(name)")
            .standardized
        var firstOfText = 0
        let lines = try String(contentsOf: file, encoding: .utf8)
            .split(separator: "\n", omittingEmptySubsequences: false)
        for line in lines.dropLast() {
            if line.hasPrefix("$ ") {
                if commands.last?.text.isEmpty == false { firstOfText = commands.count }
                commands.append((String(line.dropFirst(2)), ""))
            } else {
                for index in firstOfText..<commands.count { commands[index].text += line + "\n" }
            }
        }
    }

    /// Returns the words of a command line without the name of the program. A word in `'` may have spaces, or be empty.
    static func arguments(_ line: String) -> [String] {
        line.matches(of: /'([^']*)'|(\S+)/).map { String($0.1 ?? $0.2 ?? "") }.dropFirst().map(\.self)
    }
}
