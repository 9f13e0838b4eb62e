import ArgumentParser
import JSONRecords

/// The inputs of a command: files, standard input, or the parts of a manifest.
struct InputArguments: ParsableArguments {
    @Argument(help: "Files to read, or - for standard input.")
    private var inputs: [InputArgument] = []

    @OptionGroup private var partOptions: PartOptions

    func validate() throws {
        guard !inputs.isEmpty || partOptions.manifest != nil else {
            throw ValidationError("Missing expected argument '<inputs> ...'")
        }
        try inputs.validate()
    }

    /// Whether the inputs are parts of a manifest.
    var areParts: Bool { partOptions.manifest != nil }

    /// Returns the inputs.
    ///
    /// - Throws: `ValidationError`; the exit status of an error in the manifest, after a message.
    func all() throws -> [InputArgument] { try partOptions.inputs(inputs) }
}

/// The input of a command: a file, standard input, or a part of a manifest.
struct OneInputArgument: ParsableArguments {
    @Argument(help: "A file to read, or - for standard input.")
    private var input: InputArgument?

    @OptionGroup private var partOptions: PartOptions

    func validate() throws {
        guard input != nil || partOptions.manifest != nil else {
            throw ValidationError("Missing expected argument '<input>'")
        }
        try input?.validate()
    }

    /// Whether the input is a part of a manifest.
    var isPart: Bool { partOptions.manifest != nil }

    /// Returns the input.
    ///
    /// - Throws: `ValidationError`; the exit status of an error in the manifest, after a message.
    func only() throws -> InputArgument {
        let inputs = try partOptions.inputs(input.map { [$0] } ?? [])
        guard inputs.count == 1 else {
            throw ValidationError(
                "The command reads one input, found \(inputs.count) parts; name one with --part.")
        }
        return inputs[0]
    }
}
