/// A target that writes values as JSON text.
///
/// One libyajl generator nests at most 127 brackets. A second generator writes deeper values at the position that the
/// first one leaves for a value, and so on. The indentation of each generator begins at zero.
package final class TextTarget: ExportTarget {
    private let buffer: OutputBuffer
    private let isIndented: Bool
    /// The current generator. Without the check of exclusivity, a row with JSON takes 4% fewer instructions (people).
    @safe @exclusivity(unchecked) private var generator: YajlGenerator
    /// The generators around the current one.
    private var outer: [YajlGenerator] = []
    /// The generators to reuse in the current one, the innermost first.
    private var inner: [YajlGenerator] = []

    package init(buffer: OutputBuffer, isIndented: Bool) throws(ImportError) {
        self.buffer = buffer
        self.isIndented = isIndented
        generator = try YajlGenerator(buffer: buffer, isIndented: isIndented)
    }

    deinit {
        for generator in outer + [generator] + inner { generator.free() }
    }

    package func put(_ scalar: ExportedScalar) throws(ImportError) {
        switch scalar {
        case .null: try generator.null()
        case .bool(let value): try generator.bool(value)
        case .string(let text): try put(text)
        case .integer(let number): try generator.number(String(number))
        case .unsigned(let number): try generator.number(String(number))
        case .double(let number): try generator.number(number.description)
        case .decimal(let number): try generator.number(number.description)
        case .number(let text): try generator.number(text)
        }
    }

    package func put(_ text: String) throws(ImportError) { try generator.string(text) }

    package func key(_ key: String) throws(ImportError) { try generator.string(key) }

    package func start(isObject: Bool) throws(ImportError) {
        if generator.depth == YajlGenerator.maximumDepth {
            try generator.beginExternalValue()
            if inner.isEmpty { inner.append(try YajlGenerator(buffer: buffer, isIndented: isIndented)) }
            outer.append(generator)
            generator = inner.removeLast()
        }
        try generator.start(isObject: isObject)
    }

    package func end(isObject: Bool) throws(ImportError) {
        try generator.end(isObject: isObject)
        guard generator.depth == 0, let enclosing = outer.popLast() else { return }
        generator.reset()
        inner.append(generator)
        generator = enclosing
    }

    /// Prepares for another text.
    package func reset() {
        generator.reset()
    }

    /// Prepares for another text on a new line.
    func startLine() {
        reset()
        buffer.append("\n")
    }
}
