import Foundation

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
