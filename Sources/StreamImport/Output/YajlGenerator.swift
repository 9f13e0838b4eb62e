private import CYajl

/// A libyajl generator, which receives events and writes text.
///
/// The generator formats strings, brackets and separators. It gets numbers as text, because its own formatting of
/// numbers depends on the locale and loses digits.
///
/// A structure without a reference count: counting references takes 5% of the time of a row with JSON (people). The owner
/// calls ``free()`` once, after the last use of all copies.
@safe
struct YajlGenerator {
    /// The maximum number of open brackets. `YAJL_MAX_DEPTH` is 128, but at that depth libyajl writes beyond the end of
    /// its memory.
    static let maximumDepth = 127

    private let generator: yajl_gen
    /// The number of open brackets.
    private(set) var depth = 0

    /// - Parameter buffer: the buffer that receives the text. The caller keeps it alive until ``free()``.
    init(buffer: OutputBuffer, isIndented: Bool) throws(ImportError) {
        // SAFETY: yajl copies the allocation functions.
        var allocation = unsafe YajlAllocation.functions
        guard let generator = unsafe yajl_gen_alloc(&allocation) else {
            throw .outOfMemory("to create a JSON generator")
        }
        unsafe self.generator = generator
        // SAFETY: the context is the buffer, which lives longer than the generator.
        let context = unsafe Unmanaged.passUnretained(buffer).toOpaque()
        _ = unsafe yajl_gen_print_to(
            generator,
            { context, text, count in
                guard let context = unsafe context, let text = unsafe text else { return }
                unsafe Unmanaged<OutputBuffer>.fromOpaque(context)._withUnsafeGuaranteedRef {
                    unsafe $0.append(UnsafeRawBufferPointer(start: text, count: count))
                }
            }, context)
        if isIndented { _ = unsafe yajl_gen_enable(generator, yajl_gen_beautify) }
    }

    func free() {
        // SAFETY: `init` allocated the generator, and the owner does not use it after this call.
        unsafe yajl_gen_free(generator)
    }

    func null() throws(ImportError) {
        // SAFETY: `init` allocated the generator.
        try check(unsafe yajl_gen_null(generator))
    }

    func bool(_ value: Bool) throws(ImportError) {
        // SAFETY: `init` allocated the generator.
        try check(unsafe yajl_gen_bool(generator, value ? 1 : 0))
    }

    /// Writes a string or a key.
    func string(_ text: String) throws(ImportError) {
        var text = text
        // SAFETY: yajl reads the text before it returns.
        try check(text.withUTF8 { unsafe yajl_gen_string(generator, $0.baseAddress, $0.count) })
    }

    /// Writes a number as it is spelled.
    func number(_ text: String) throws(ImportError) {
        var text = text
        // SAFETY: yajl reads the text before it returns.
        try check(
            text.withUTF8 { text in
                unsafe text.withMemoryRebound(to: CChar.self) {
                    unsafe yajl_gen_number(generator, $0.baseAddress, $0.count)
                }
            })
    }

    /// Writes the separator and the indentation before a value that another generator writes.
    func beginExternalValue() throws(ImportError) {
        try number("")
    }

    mutating func start(isObject: Bool) throws(ImportError) {
        // SAFETY: `init` allocated the generator.
        try check(unsafe isObject ? yajl_gen_map_open(generator) : yajl_gen_array_open(generator))
        depth += 1
    }

    mutating func end(isObject: Bool) throws(ImportError) {
        // SAFETY: `init` allocated the generator.
        try check(unsafe isObject ? yajl_gen_map_close(generator) : yajl_gen_array_close(generator))
        depth -= 1
    }

    func reset() {
        // SAFETY: `init` allocated the generator.
        unsafe yajl_gen_reset(generator, nil)
    }

    private func check(_ status: yajl_gen_status) throws(ImportError) {
        guard status == yajl_gen_status_ok else { throw .generatorError(status: Int(status.rawValue)) }
    }
}
