import ArgumentParser
import JSONRecords

/// The inputs of a command: files, standard input, or the parts of a manifest.
struct InputArguments: ParsableArguments {
    @Argument(help: "Files to read, or - for standard input.")
    private var inputs: [InputArgument] = []

    @OptionGroup var partOptions: PartOptions

    func validate() throws {
        guard !inputs.isEmpty || partOptions.readsParts else {
            throw ValidationError("Missing expected argument '<inputs> ...'")
        }
        try partOptions.withManifest(inputs).validate()
    }

    /// The inputs in the arguments. Those of a manifest are known only while the command runs.
    var given: [InputArgument] { partOptions.readsParts ? [] : inputs }

    /// Returns the inputs.
    ///
    /// - Throws: the exit status of an error in the manifest or the arguments, after a message.
    func all() throws -> [InputArgument] { try partOptions.inputs(inputs) }
}

/// The input of a command: a file, standard input, or a part of a manifest.
struct OneInputArgument: ParsableArguments {
    @Argument(help: "A file to read, or - for standard input.")
    private var input: InputArgument?

    @OptionGroup var partOptions: PartOptions

    func validate() throws {
        guard input != nil || partOptions.readsParts else {
            throw ValidationError("Missing expected argument '<input>'")
        }
        try partOptions.withManifest(given).validate()
    }

    /// The input in the arguments. That of a manifest is known only while the command runs.
    var given: [InputArgument] { input.map { [$0] } ?? [] }

    /// Returns the input.
    ///
    /// - Throws: the exit status of an error in the manifest or the arguments, after a message.
    func only() throws -> InputArgument {
        let inputs = try partOptions.inputs(given)
        guard inputs.count == 1 else {
            throw Console().wrongUsage(
                "expected one input, found \(inputs.count) parts; name one with --part")
        }
        return inputs[0]
    }
}
