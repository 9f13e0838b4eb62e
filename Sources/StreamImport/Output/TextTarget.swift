/// A target that writes values as JSON text.
///
/// One libyajl generator nests at most 127 brackets. A second generator writes deeper values at the position that the
/// first one leaves for a value, and so on. The indentation of each generator begins at zero.
package final class TextTarget: ExportTarget {
    private let buffer: OutputBuffer
    private let isIndented: Bool
    /// The generators, each nested in the one before. Those after the current one are kept to be reused.
    private var generators: [YajlGenerator] = []
    /// The index of the current generator.
    private var level = 0 {
        didSet { generator = generators[level] }
    }
    /// The current generator.
    private var generator: YajlGenerator

    package init(buffer: OutputBuffer, isIndented: Bool) throws(ImportError) {
        self.buffer = buffer
        self.isIndented = isIndented
        generator = try YajlGenerator(buffer: buffer, isIndented: isIndented)
        generators = [generator]
    }

    package func put(_ scalar: ExportedScalar) throws(ImportError) {
        let generator = generator
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
            if level + 1 == generators.count {
                generators.append(try YajlGenerator(buffer: buffer, isIndented: isIndented))
            }
            level += 1
        }
        try generator.start(isObject: isObject)
    }

    package func end(isObject: Bool) throws(ImportError) {
        try generator.end(isObject: isObject)
        guard level > 0, generator.depth == 0 else { return }
        generator.reset()
        level -= 1
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
