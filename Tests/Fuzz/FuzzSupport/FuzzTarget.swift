private import Foundation

#if FUZZING
    private import CFuzzer
#endif

/// A program that searches for an input that breaks an invariant.
///
/// A build with `-DFUZZING -sanitize=fuzzer` runs libFuzzer with the arguments of libFuzzer. Any other build checks the
/// files that its arguments name.
package enum FuzzTarget {
    /// Returns a description of how an input breaks the invariant; `nil` if the input keeps the invariant.
    package typealias Invariant = ([UInt8]) -> String?

    // SAFETY: `run`, which a program calls once, writes the variable before it checks the first input.
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
        // SAFETY: libFuzzer, or `check(_:)` for a file, lends `count` bytes for the call.
        let input = unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
        guard let difference = unsafe invariant(input) else { return 0 }
        fatalError("\(difference)\nof \(String(decoding: input, as: UTF8.self).debugDescription)")
    }

    private static func check(_ file: String) {
        guard let bytes = FileManager.default.contents(atPath: file) else {
            fatalError("\(file) cannot be read")
        }
        // SAFETY: `withUnsafeBytes` lends the bytes for the call.
        _ = unsafe bytes.withUnsafeBytes { input in
            unsafe check(input.bindMemory(to: UInt8.self).baseAddress, input.count)
        }
    }
}
