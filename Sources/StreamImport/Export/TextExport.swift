/// An export of models to text, one model at a time.
final class TextExport {
    private let buffer = OutputBuffer()
    private let target: TextTarget
    private let output: ModelOutput
    private let isIndented: Bool

    private init(_ options: ExportOptions) throws(ImportError) {
        isIndented = options.isIndented
        target = TextTarget(buffer: buffer, isIndented: isIndented)
        output = try ModelOutput(to: target, options: options)
    }

    /// Returns the text of a model.
    ///
    /// - Parameter copy: copies the text, whose bytes are valid for the call.
    static func text<Text>(
        of model: some Importable, _ options: ExportOptions, copy: (UnsafeRawBufferPointer) -> Text
    ) throws(ImportError) -> Text {
        let export = try take(options)
        do {
            try export.output.write(model)
        } catch {
            throw ImportError.rejectedByModel(error).inside()
        }
        defer { export.recycle(options) }
        // SAFETY: the bytes are valid until `recycle` discards them, after the copy.
        return unsafe copy(export.text)
    }

    /// The text that was written, without the line feed that ends indented text.
    private var text: UnsafeRawBufferPointer {
        // SAFETY: the bytes are valid until the buffer changes; the caller copies them before that.
        let bytes = unsafe buffer.bytes
        return unsafe isIndented ? UnsafeRawBufferPointer(rebasing: bytes.dropLast()) : bytes
    }
}

/// Exports with the default options are reused, so that the keys of a type are resolved once.
extension TextExport {
    /// The maximum number of idle exports: an estimate of how many threads export at once.
    private static let maximumIdleCount = 16
    /// The maximum length of a text in the buffer of an idle export, in bytes. A longer one would retain its memory.
    private static let maximumRetainedBytes = 16 << 10
    // SAFETY: an idle export is not used until a thread takes it, and then by that thread only.
    private static let idle = Locked<[UnsafeTransfer<TextExport>]>([])

    private static func take(_ options: ExportOptions) throws(ImportError) -> TextExport {
        guard options.producesDefaultText, let export = idle.withLock({ $0.popLast() })?.value else {
            return try TextExport(options)
        }
        return export
    }

    private func recycle(_ options: ExportOptions) {
        guard options.producesDefaultText, buffer.count <= Self.maximumRetainedBytes else { return }
        buffer.discardRecord()
        target.reset()
        Self.idle.withLock { if $0.count < Self.maximumIdleCount { $0.append(UnsafeTransfer(self)) } }
    }
}

extension ExportOptions {
    private static let defaults = ExportOptions()

    /// Whether the options write a single value as the default options do.
    fileprivate var producesDefaultText: Bool {
        keyMappings.isEmpty && transforms.isEmpty && !isIndented && !isForDecoders
            && keys == Self.defaults.keys
            && nils == Self.defaults.nils && dates.notation === Self.defaults.dates.notation
            && maximumDepth == Self.defaults.maximumDepth
            && maximumPathElements == Self.defaults.maximumPathElements
    }
}
