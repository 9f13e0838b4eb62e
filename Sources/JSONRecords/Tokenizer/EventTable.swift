/// The callbacks of a parser, one for each kind of JSON event.
///
/// The callbacks are C functions rather than methods of a protocol: libyajl calls them directly, and they find their
/// state by the context pointer, so that an event costs one call. Each returns 0 to stop the parser, else 1.
@safe
package struct EventTable {
    package typealias Event = @convention(c) (_ context: UnsafeMutableRawPointer?) -> Int32
    package typealias Bool = @convention(c) (_ context: UnsafeMutableRawPointer?, _ value: Int32) -> Int32
    package typealias Text =
        @convention(c) (
            _ context: UnsafeMutableRawPointer?, _ bytes: UnsafePointer<UInt8>?, _ count: Int
        ) -> Int32
    package typealias Number =
        @convention(c) (
            _ context: UnsafeMutableRawPointer?, _ bytes: UnsafePointer<CChar>?, _ count: Int
        ) -> Int32

    package var null: Event?
    package var bool: Bool?
    /// A number, as spelled in the text.
    package var number: Number?
    /// The text of a string, with its escapes decoded.
    package var string: Text?
    package var objectStart: Event
    package var key: Text?
    package var objectEnd: Event
    package var arrayStart: Event
    package var arrayEnd: Event
    /// The text of an array or object that was skipped by ``EventContext/skipKeepingText()``.
    package var rawText: Text?

    /// Whether the table has callbacks for all scalars.
    // SAFETY: the functions are not called.
    var hasScalars: Swift.Bool { unsafe null != nil && bool != nil && number != nil && string != nil }

    /// Creates a table of callbacks. Events whose callback is `nil` are not reported.
    package init(
        null: Event? = nil, bool: Bool? = nil, number: Number? = nil, string: Text? = nil,
        objectStart: @escaping Event, key: Text? = nil, objectEnd: @escaping Event,
        arrayStart: @escaping Event, arrayEnd: @escaping Event, rawText: Text? = nil
    ) {
        // SAFETY: the functions are stored; only parsers call them.
        unsafe self.null = null
        unsafe self.bool = bool
        unsafe self.number = number
        unsafe self.string = string
        unsafe self.objectStart = objectStart
        unsafe self.key = key
        unsafe self.objectEnd = objectEnd
        unsafe self.arrayStart = arrayStart
        unsafe self.arrayEnd = arrayEnd
        unsafe self.rawText = rawText
    }
}
