import ArgumentParser

/// The address of an object on a server, which a user may name in place of a file.
struct RemoteAddress {
    private let text: String
    private let scheme: String

    /// Creates an address if the argument begins with a scheme, such as `https://`.
    init?(_ argument: String) {
        guard let match = argument.prefixMatch(of: /([A-Za-z][A-Za-z0-9+.\-]*):\/\/./) else { return nil }
        (text, scheme) = (argument, match.1.lowercased())
    }

    /// The error for an address as an input, which names the command that downloads the input.
    var errorAsInput: ValidationError {
        let word = ShellCommand.quoted(text)
        let command =
            switch scheme {
            case "s3": "aws s3 cp \(word) -"
            case "gs": "gcloud storage cat \(word)"
            case "file": "cat \(ShellCommand.quoted(String(text.dropFirst("file://".count))))"
            default: "curl -sSfL \(word)"
            }
        return ValidationError(
            "An input is a file, found the address \(text.printable); download it: "
                + ShellCommand.piping(command, for: text).printable)
    }

    /// The error for an address as the database.
    var errorAsDatabase: ValidationError {
        let advice =
            ["postgres", "postgresql"].contains(scheme)
            ? "import into a file, and load it: pgloader dump.db \(ShellCommand.quoted(text))"
            : "import into a file such as dump.db, and copy the table from there"
        return ValidationError(
            "--into expects an SQLite file, found the address \(text.printable); \(advice.printable).")
    }
}
