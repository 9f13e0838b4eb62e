private import CYajl

/// One libyajl generator: events in, text out.
///
/// It writes strings and brackets, and what stands between them. Numbers come spelled, as its own would depend on the
/// locale and lose digits.
@safe
final class YajlGenerator {
    /// How many brackets may be open. At one more the generator writes beyond its memory: `YAJL_MAX_DEPTH` is 128.
    static let maximumDepth = 127

    private let generator: yajl_gen
    /// Kept alive for the generator.
    private let buffer: OutputBuffer
    /// How many brackets are open.
    private(set) var depth = 0

    init(buffer: OutputBuffer, isIndented: Bool) throws(ImportError) {
        // SAFETY: yajl copies the allocation functions.
        var allocation = unsafe YajlAllocation.functions
        guard let generator = unsafe yajl_gen_alloc(&allocation) else {
            throw .outOfMemory("for a JSON generator")
        }
        unsafe self.generator = generator
        self.buffer = buffer
        // SAFETY: the buffer is given as context, which lives longer than the generator.
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

    deinit {
        // SAFETY: made in `init`, and nothing refers to it after this.
        unsafe yajl_gen_free(generator)
    }

    func null() throws(ImportError) {
        // SAFETY: the generator was allocated in `init`.
        try check(unsafe yajl_gen_null(generator))
    }

    func bool(_ value: Bool) throws(ImportError) {
        // SAFETY: as above.
        try check(unsafe yajl_gen_bool(generator, value ? 1 : 0))
    }

    /// Writes a string, or a key.
    func string(_ text: String) throws(ImportError) {
        var text = text
        // SAFETY: yajl reads the text before it returns.
        try check(text.withUTF8 { unsafe yajl_gen_string(generator, $0.baseAddress, $0.count) })
    }

    /// Writes a number as it is spelled.
    func number(_ text: String) throws(ImportError) {
        var text = text
        // SAFETY: as above.
        try check(
            text.withUTF8 { text in
                unsafe text.withMemoryRebound(to: CChar.self) {
                    unsafe yajl_gen_number(generator, $0.baseAddress, $0.count)
                }
            })
    }

    /// Writes what stands before a value, which somebody else writes.
    func beginExternalValue() throws(ImportError) {
        try number("")
    }

    func start(isObject: Bool) throws(ImportError) {
        // SAFETY: as above.
        try check(unsafe isObject ? yajl_gen_map_open(generator) : yajl_gen_array_open(generator))
        depth += 1
    }

    func end(isObject: Bool) throws(ImportError) {
        // SAFETY: as above.
        try check(unsafe isObject ? yajl_gen_map_close(generator) : yajl_gen_array_close(generator))
        depth -= 1
    }

    func reset() {
        // SAFETY: as above.
        unsafe yajl_gen_reset(generator, nil)
    }

    private func check(_ status: yajl_gen_status) throws(ImportError) {
        guard status == yajl_gen_status_ok else { throw .generatorError(status: Int(status.rawValue)) }
    }
}
