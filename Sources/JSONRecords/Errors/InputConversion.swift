/// A shell command that turns an input of another format into JSON in UTF-8.
package struct InputConversion: Sendable {
    /// The effect of the command, as an imperative: `decompress it`.
    package let purpose: String

    /// The command, in which `FILE` stands for the name of the input.
    private let command: String

    package init(_ purpose: String, _ command: String) {
        (self.purpose, self.command) = (purpose, command)
    }

    /// Returns the command for a file, whose name the caller has quoted for the shell.
    package func command(for file: String) -> String {
        command.replacing("FILE", with: file)
    }

    /// The advice to convert the input, without the name of the input.
    var advice: String { "\(purpose) first, for example with \(command)" }
}
