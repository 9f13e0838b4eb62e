import ArgumentParser
import JSONRecords

/// The options for reading parts of inputs.
struct PartOptions: ParsableArguments {
    @Option(
        name: .customLong("parts"),
        help: ArgumentHelp(
            """
            Read the parts of this manifest, which split prints; - reads the manifest from standard input.
            """, valueName: "manifest"))
    var manifest: InputArgument?

    @Option(
        help: ArgumentHelp(
            """
            Read only the part with this number. An input beside it replaces the file of the manifest: a copy of the file, \
            or - for the bytes of the part.
            """, valueName: "number"))
    var part: Int?

    /// Whether the inputs are parts of a manifest.
    var readsParts: Bool { manifest != nil }

    /// Returns inputs, and the manifest.
    func withManifest(_ inputs: [InputArgument]) -> [InputArgument] {
        (manifest.map { [$0] } ?? []) + inputs
    }

    func validate() throws {
        guard part == nil || manifest != nil else {
            throw ValidationError("--part needs --parts with a manifest, which split prints.")
        }
    }

    /// Checks that the path and the format of parts are not given.
    func validate(paths: [JSONPath], format: ImportFormat) throws {
        guard manifest == nil || paths.isEmpty && format == .automatic else {
            throw ValidationError(
                "--path and --format are those of the manifest; remove them, or split the input again.")
        }
    }

    /// Returns the inputs of a command.
    ///
    /// - Parameter inputs: the inputs in the arguments.
    /// - Throws: the exit status of an error in the manifest or the arguments, after a message.
    func inputs(_ inputs: [InputArgument]) throws -> [InputArgument] {
        guard let manifest else { return inputs }
        let parts = try Manifest(manifest).parts(number: part)
        guard !inputs.isEmpty else { return parts }
        guard part != nil else {
            throw Console().wrongUsage(
                "an input beside --parts replaces the file of one part; name the part with --part")
        }
        guard inputs.count == parts.count else {
            throw Console().wrongUsage(
                "part \(part ?? 0) has \(parts.count) inputs in \(manifest.name), found \(inputs.count) inputs"
            )
        }
        return zip(parts, inputs).map { $0.replacingFile(with: $1) }
    }
}
