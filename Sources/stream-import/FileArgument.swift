import ArgumentParser
import Foundation
import JSONRecords
import SystemPackage

/// The name of a file in the arguments, which may have bytes that are not UTF-8.
struct FileArgument: Hashable, Sendable {
    /// The name in messages, with U+FFFD for bytes that are not UTF-8.
    let name: String

    /// Whether the name is UTF-8, so that ``name`` is exact.
    let isUTF8: Bool

    private let bytes: [UInt8]

    /// Creates the name that an argument represents; see ``ArgumentBytes``.
    init(_ argument: String) {
        bytes = ArgumentBytes.bytes(of: argument)
        name = String(decoding: bytes, as: UTF8.self)
        isUTF8 = bytes.elementsEqual(name.utf8)
    }

    var path: FilePath {
        // SAFETY: the array ends with NUL, and is valid for the call. The path copies the bytes.
        unsafe (bytes + [0]).withUnsafeBufferPointer { bytes in
            unsafe bytes.withMemoryRebound(to: CInterop.PlatformChar.self) { characters in
                unsafe characters.baseAddress.map { unsafe FilePath(platformString: $0) } ?? FilePath()
            }
        }
    }
}

/// The bytes of an argument, as a string that represents each of them.
///
/// The name of a file can be any bytes, but ArgumentParser reads strings. UTF-8 represents itself. Of other bytes, each that
/// is not part of a character is escaped as a private character, and a mark at the end says that the string has escapes.
/// `CommandLine.arguments` would replace the byte by U+FFFD.
enum ArgumentBytes {
    /// The scalar that stands for the byte 0. Those for the other bytes follow it.
    private static let firstEscape: UInt32 = 0xEF00
    /// The scalar at the end of a string with escapes: a noncharacter.
    private static let mark: Unicode.Scalar = "\u{10FFFF}"

    /// The arguments of the program without its name, in which bytes that are not UTF-8 are escaped.
    static var arguments: [String] {
        (1..<max(Int(CommandLine.argc), 1)).compactMap { index in
            // SAFETY: the system passes `argc` strings, each terminated by NUL, which remain unchanged.
            guard let argument = unsafe CommandLine.unsafeArgv[index] else { return nil }
            return unsafe escaping(UnsafeRawBufferPointer(start: argument, count: strlen(argument)))
        }
    }

    /// Returns a string that represents these bytes.
    static func escaping(_ bytes: some Collection<UInt8>) -> String {
        if let text = String(validating: bytes, as: UTF8.self), text.unicodeScalars.last != mark {
            return text
        }
        var text = String.UnicodeScalarView()
        var parser = Unicode.UTF8.ForwardParser()
        var parsed = bytes.makeIterator()
        var escaped = bytes.makeIterator()
        while true {
            switch parser.parseScalar(from: &parsed) {
            case .valid(let encoded):
                let scalar = Unicode.UTF8.decode(encoded)
                if escapedByte(scalar) == nil {
                    text.append(scalar)
                    for _ in encoded { _ = escaped.next() }
                } else {
                    for _ in encoded { text.append(escape(escaped.next())) }
                }
            case .error(let count): for _ in 0..<count { text.append(escape(escaped.next())) }
            case .emptyInput:
                text.append(mark)
                return String(text)
            }
        }
    }

    /// Returns the bytes that a string represents.
    static func bytes(of text: String) -> [UInt8] {
        guard text.unicodeScalars.last == mark else { return Array(text.utf8) }
        return text.unicodeScalars.dropLast().flatMap { scalar in
            escapedByte(scalar).map { [$0] } ?? Array(String(scalar).utf8)
        }
    }

    private static func escapedByte(_ scalar: Unicode.Scalar) -> UInt8? {
        scalar.value >= firstEscape ? UInt8(exactly: scalar.value - firstEscape) : nil
    }

    private static func escape(_ byte: UInt8?) -> Unicode.Scalar {
        guard let byte, let scalar = Unicode.Scalar(firstEscape + UInt32(byte)) else {
            preconditionFailure("a private character represents each byte")
        }
        return scalar
    }
}

/// An identity of a file that does not depend on the spelling of its path: the device and inode of an existing file, or
/// the resolved path of another file.
struct FileIdentity: Hashable {
    private let text: String

    init(_ path: String) {
        let status = try? Stat(FilePath(path))
        text =
            status.map { "\($0.deviceID.rawValue):\($0.inode.rawValue)" }
            ?? URL(filePath: path).resolvingSymlinksInPath().path
    }
}

/// The address of an object on a server, which a user may name in place of a file.
struct RemoteAddress {
    private let text: String
    private let scheme: String

    /// Creates an address if the argument begins with a scheme, such as `https://`.
    init?(_ argument: String) {
        // Making the expression takes longer than opening a file.
        guard argument.contains("://"),
            let match = argument.prefixMatch(of: /([A-Za-z][A-Za-z0-9+.\-]*):\/\/./)
        else { return nil }
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

    var errorAsDatabase: ValidationError {
        ValidationError(
            "--into expects an SQLite file or an address of PostgreSQL, found the address \(text.printable); import into a file "
                + "such as dump.db, and copy the table from there.")
    }
}

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
