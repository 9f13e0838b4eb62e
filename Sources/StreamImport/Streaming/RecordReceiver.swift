/// Takes records event by event, for programs that have no type for them.
///
/// The events of a record come one after another, brackets, keys and scalars, by the calls in ``handlers``. Only the
/// receiver knows whether it has made anything of them; it is told when a record is complete, and when what came of
/// one is void.
package protocol RecordReceiver: AnyObject {
    /// What is called for each event.
    var handlers: RecordHandlers { get }

    /// Handed to each of the handlers. Must be valid as long as the receiver.
    var context: UnsafeMutableRawPointer { get }

    /// Whether records that are no objects are rejected, without an event.
    var takesObjectsOnly: Bool { get }

    /// Where in the record the value is whose events are being sent, from the record's root.
    var place: [JSONPath.Component] { get }

    /// Why the record is rejected whose last event was sent; `nil` if it is not.
    func faultOfRecord() -> ImportError?

    /// A record is complete, and was not rejected: the one whose events came last.
    ///
    /// - Parameters:
    ///   - number: the record's number, counted from 1; rejected ones count.
    ///   - range: where it stands in the text, in bytes.
    ///   - text: gives its text, if ``ImportOptions/keepsRejectedText`` is set.
    /// - Throws: what ends the import, and is rethrown as it is.
    func recordReceived(number: Int, range: Range<Int>, text: () -> String?) throws

    /// What came since the last complete record is void: the record was rejected, or there is no more of it.
    func recordDropped()
}

/// The calls that a receiver of records gets, one for each event.
///
/// C functions rather than requirements of the protocol, for the reason that ``EventHandlers`` has: an event costs
/// one call, and no reference is counted.
@safe
package struct RecordHandlers {
    package typealias Event = @convention(c) (_ context: UnsafeMutableRawPointer) -> Void
    package typealias Start = @convention(c) (_ context: UnsafeMutableRawPointer) -> Reception.RawValue
    package typealias Bool = @convention(c) (_ context: UnsafeMutableRawPointer, _ value: Swift.Bool) -> Void
    package typealias Text =
        @convention(c) (
            _ context: UnsafeMutableRawPointer, _ bytes: UnsafePointer<UInt8>, _ count: Int
        ) -> Void
    package typealias Key =
        @convention(c) (
            _ context: UnsafeMutableRawPointer, _ bytes: UnsafePointer<UInt8>, _ count: Int
        ) -> Reception.RawValue

    package var null: Event
    package var bool: Bool
    /// A number, as it is spelled.
    package var number: Text
    /// The text of a string, escapes resolved. The bytes are valid during the call, and are UTF-8.
    package var string: Text
    package var objectStart: Start
    /// A key. What is answered holds for the member's value; to ``Reception/text`` only brackets can be.
    package var key: Key
    package var objectEnd: Event
    package var arrayStart: Start
    package var arrayEnd: Event
    /// The text of an array or object that was asked for, as it stands in the input.
    package var json: Text

    package init(
        null: @escaping Event, bool: @escaping Bool, number: @escaping Text, string: @escaping Text,
        objectStart: @escaping Start, key: @escaping Key, objectEnd: @escaping Event,
        arrayStart: @escaping Start, arrayEnd: @escaping Event, json: @escaping Text
    ) {
        unsafe self.null = null
        unsafe self.bool = bool
        unsafe self.number = number
        unsafe self.string = string
        unsafe self.objectStart = objectStart
        unsafe self.key = key
        unsafe self.objectEnd = objectEnd
        unsafe self.arrayStart = arrayStart
        unsafe self.arrayEnd = arrayEnd
        unsafe self.json = json
    }
}

/// What a receiver wants of a value that begins.
package enum Reception: UInt8 {
    /// Its events.
    case events
    /// Nothing.
    case nothing
    /// Its text, once it is complete. No events come of it.
    case text
}
