/// The calls a tokenizer makes, one for each event of the JSON text.
///
/// C functions rather than a protocol: the parser calls them directly, and the receiver recovers itself from
/// the context pointer, so that an event costs one call. Each returns 0 to stop the parser, else 1.
@safe
struct EventHandlers {
    typealias Event = @convention(c) (_ context: UnsafeMutableRawPointer?) -> Int32
    typealias Bool = @convention(c) (_ context: UnsafeMutableRawPointer?, _ value: Int32) -> Int32
    typealias Text =
        @convention(c) (
            _ context: UnsafeMutableRawPointer?, _ bytes: UnsafePointer<UInt8>?, _ count: Int
        ) -> Int32
    typealias Number =
        @convention(c) (
            _ context: UnsafeMutableRawPointer?, _ bytes: UnsafePointer<CChar>?, _ count: Int
        ) -> Int32

    let null: Event
    let bool: Bool
    let number: Number
    let string: Text
    let objectStart: Event
    let key: Text
    let objectEnd: Event
    let arrayStart: Event
    let arrayEnd: Event
    /// Text that was parsed is about to be forgotten: the last chance to ask for lines and columns in it.
    let textWillGo: Event
}
