private import Foundation

#if FUZZING
    private import CFuzzer
#endif

/// A program that searches for an input which breaks a invariant.
///
/// Built with `-DFUZZING -sanitize=fuzzer`, it is libFuzzer and takes its arguments. Otherwise it checks the files that are
/// its arguments.
package enum FuzzTarget {
    /// Says how an input breaks a invariant; `nil` if it does not.
    package typealias Invariant = ([UInt8]) -> String?

    // SAFETY: written once, before the first input is checked.
    private nonisolated(unsafe) static var invariant: Invariant = { _ in nil }

    /// Runs the program. Does not return.
    package static func run(_ invariant: @escaping Invariant) -> Never {
        unsafe self.invariant = invariant
        #if FUZZING
            var count = CommandLine.argc
            var arguments = unsafe Optional(CommandLine.unsafeArgv)
            exit(unsafe LLVMFuzzerRunDriver(&count, &arguments, { unsafe FuzzTarget.check($0, $1) }))
        #else
            for file in CommandLine.arguments.dropFirst() { check(file) }
            exit(EXIT_SUCCESS)
        #endif
    }

    private static func check(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
        // SAFETY: libFuzzer lends `count` bytes for the call.
        let input = unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
        guard let difference = unsafe invariant(input) else { return 0 }
        fatalError("\(difference)\nof \(String(decoding: input, as: UTF8.self).debugDescription)")
    }

    private static func check(_ file: String) {
        guard let bytes = FileManager.default.contents(atPath: file) else {
            fatalError("\(file) cannot be read")
        }
        // SAFETY: the bytes are lent for the call.
        _ = unsafe bytes.withUnsafeBytes { input in
            unsafe check(input.bindMemory(to: UInt8.self).baseAddress, input.count)
        }
    }
}
