import Foundation
import JSONRecords

/// Shell commands for the user to copy, which run this program again on the output of another program.
enum ShellCommand {
    /// Returns the command of this run, with standard input in place of an input, after the command that writes this input.
    ///
    /// - Parameters:
    ///   - command: the command that writes the input to standard output.
    ///   - input: the input, as spelled in the arguments.
    ///   - arguments: the arguments of this run, without the name of the program.
    static func piping(
        _ command: String, for input: String,
        arguments: [String] = Array(CommandLine.arguments.dropFirst())
    ) -> String {
        let arguments = arguments.map { $0 == input ? "-" : quoted($0) }
        return (["\(command) | stream-import"] + arguments).joined(separator: " ")
    }

    /// Returns the command of this run with paths of records, without `--tables`.
    ///
    /// - Parameters:
    ///   - tables: the names of the tables for the paths; empty for names after the paths.
    ///   - arguments: the arguments of this run, without the name of the program: the name of a command, and
    ///     arguments that do not include `--path`.
    static func reading(
        _ paths: [JSONPath], into tables: [String] = [],
        arguments: [String] = Array(CommandLine.arguments.dropFirst())
    ) -> String {
        let options = paths.flatMap { ["--path", $0.argument] } + tables.flatMap { ["--table", quoted($0)] }
        let others = arguments.dropFirst().filter { $0 != "--tables" }.map(quoted)
        return (["stream-import"] + arguments.prefix(1) + options + others).joined(separator: " ")
    }

    /// Returns a word that the shell reads as this text.
    static func quoted(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "a")...UInt8(ascii: "z"), 0x80...:
                true
            default: Array("_-+=./,:@%".utf8).contains(byte)
            }
        }
        return isPlain && !text.isEmpty ? text : "'" + text.replacing("'", with: #"'\''"#) + "'"
    }
}
