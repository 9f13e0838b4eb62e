/// A test, run once, of whether the system's libyajl has the vulnerability CVE-2017-16516.
///
/// An unpatched library drops the character after an unpaired high surrogate without a check, and with certain
/// characters reads beyond the end of the string. The test uses a character that is only dropped, which is harmless.
enum YajlSelfTest {
    /// - Throws: ``ImportError/Code/unsafeLibrary`` if the library is not patched.
    static func requirePatchedLibrary() throws(ImportError) {
        guard isPatched else { throw .unsafeLibrary() }
    }

    private static let isPatched: Bool = {
        // SAFETY: `length` stays on the stack while the parser runs.
        var length = 0
        unsafe withUnsafeMutablePointer(to: &length) { unsafe parse(#"["\uD800x"]"#, countingInto: $0) }
        return length == 2
    }()

    /// Stores the length of the last string in a text.
    private static func parse(_ text: StaticString, countingInto length: UnsafeMutablePointer<Int>) {
        // SAFETY: the context is the pointer that the caller passed; static text is never freed.
        let table = unsafe Pinned(
            EventTable(
                string: { context, _, count in
                    unsafe context?.assumingMemoryBound(to: Int.self).pointee = count
                    return 1
                },
                objectStart: { _ in 1 }, objectEnd: { _ in 1 }, arrayStart: { _ in 1 }, arrayEnd: { _ in 1 }))
        defer { table.free() }
        let parser = unsafe try? YajlParser(context: length, acceptsManyValues: false)
        parser?.handle.install(table, reportsScalars: true)
        _ = parser?.parse(Array(text.description.utf8).span)
    }
}
