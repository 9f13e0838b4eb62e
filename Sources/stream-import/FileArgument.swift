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

    /// The path of the file.
    var path: FilePath {
        // SAFETY: the array ends with NUL, and is valid for the call. The path copies the bytes.
        unsafe (bytes + [0]).withUnsafeBufferPointer { bytes in
            unsafe bytes.withMemoryRebound(to: CInterop.PlatformChar.self) { characters in
                unsafe characters.baseAddress.map { unsafe FilePath(platformString: $0) } ?? FilePath()
            }
        }
    }
}
