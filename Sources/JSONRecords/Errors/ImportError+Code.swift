extension ImportError {
    /// The four categories of errors, each of which calls for a different reaction.
    public enum Category: Sendable {
        /// The input could not be opened, read or decompressed, or the output could not be written.
        case io
        /// The text is not valid JSON, or not valid UTF-8.
        case syntax
        /// The JSON is well formed, but does not fit the model; or the model, the options or the call are invalid.
        case data
        /// A limit of ``ImportOptions`` was reached.
        case limit
    }

    /// The kind of an error. Later versions may add codes, so a `switch` over codes needs a `default`.
    public struct Code: Hashable, Sendable {
        let name: String
        let category: Category

        /// The input cannot be opened.
        public static let cannotOpen = Code(name: "cannotOpen", category: .io)
        /// The input was opened, but reading it failed.
        public static let readFailed = Code(name: "readFailed", category: .io)
        /// A pipe, a socket or a terminal was already read, and cannot be read a second time.
        public static let alreadyRead = Code(name: "alreadyRead", category: .io)
        /// The output cannot be created or moved to its destination; or a record is written after the end of an export, or
        /// while another one is being written.
        public static let cannotWrite = Code(name: "cannotWrite", category: .io)
        /// Writing the output failed.
        public static let writeFailed = Code(name: "writeFailed", category: .io)
        /// The gzip or zstd stream is damaged or ends too soon.
        public static let corruptCompression = Code(name: "corruptCompression", category: .io)
        /// The system's libyajl has a known vulnerability that makes it unsafe.
        public static let unsafeLibrary = Code(name: "unsafeLibrary", category: .io)
        /// Not enough memory is available.
        public static let outOfMemory = Code(name: "outOfMemory", category: .io)

        /// A path is malformed.
        public static let invalidPath = Code(name: "invalidPath", category: .data)
        /// An option, or a count that was passed to a call, is out of range.
        public static let invalidOption = Code(name: "invalidOption", category: .data)
        /// The plan of a type is invalid: it is that of the superclass, has two fields of one name or two fields for extras,
        /// adjusts a field that it does not have, has a required field without a key, or lacks something that an export
        /// needs.
        public static let invalidPlan = Code(name: "invalidPlan", category: .data)
        /// A table, or the options for it, do not fit the model.
        public static let invalidTable = Code(name: "invalidTable", category: .data)
        /// A mapping or a lookup names a property that the type does not have, or uses another type for it.
        public static let unknownProperty = Code(name: "unknownProperty", category: .data)
        /// The options map one key to two properties of a type.
        public static let ambiguousMapping = Code(name: "ambiguousMapping", category: .data)

        /// The instances of an ``IdentityMap`` that is not Sendable were used on another thread, or after the call that lent
        /// them had returned.
        public static let instancesInUse = Code(name: "instancesInUse", category: .data)

        /// An iterator was asked for a record while another call reads one.
        public static let iteratorInUse = Code(name: "iteratorInUse", category: .data)

        /// A token was found where another one was expected.
        public static let unexpectedToken = Code(name: "unexpectedToken", category: .syntax)
        /// A token is not spelled as JSON requires.
        public static let invalidToken = Code(name: "invalidToken", category: .syntax)
        /// The input ends before the JSON does.
        public static let unexpectedEnd = Code(name: "unexpectedEnd", category: .syntax)
        /// Something follows the end of the JSON.
        public static let trailingData = Code(name: "trailingData", category: .syntax)
        /// The bytes are not valid UTF-8, or are UTF-16 or UTF-32.
        public static let invalidEncoding = Code(name: "invalidEncoding", category: .syntax)

        /// The input has no value at the requested path.
        public static let pathNotFound = Code(name: "pathNotFound", category: .data)
        /// One or more required keys are missing.
        public static let missingKeys = Code(name: "missingKeys", category: .data)
        /// A value has another type than the property.
        public static let typeMismatch = Code(name: "typeMismatch", category: .data)
        /// A number cannot be represented exactly by the property's type.
        public static let numberOutOfRange = Code(name: "numberOutOfRange", category: .data)
        /// A value has the right JSON type, but cannot be read as the property's type.
        public static let invalidValue = Code(name: "invalidValue", category: .data)
        /// An object has a key that no property has, and such keys are rejected.
        public static let unknownKey = Code(name: "unknownKey", category: .data)
        /// An object has a key twice, and duplicate keys are rejected.
        public static let duplicateKey = Code(name: "duplicateKey", category: .data)
        /// More updates would be undone than ``ImportOptions/maximumUndoneUpdates`` allows.
        public static let tooManyUndoneUpdates = Code(name: "tooManyUndoneUpdates", category: .data)
        /// A `\u` escape is half of a surrogate pair.
        public static let unpairedSurrogate = Code(name: "unpairedSurrogate", category: .data)
        /// The model itself rejected the record; see ``ImportError/cause``.
        public static let rejectedByModel = Code(name: "rejectedByModel", category: .data)

        /// An update has a different value for a property that is a constant of its class.
        public static let constantProperty = Code(name: "constantProperty", category: .data)

        /// Arrays and objects are nested deeper than ``ImportOptions/maximumDepth``.
        public static let tooDeep = Code(name: "tooDeep", category: .limit)
        /// One string or number is longer than ``ImportOptions/maximumTokenBytes``.
        public static let tokenTooLong = Code(name: "tokenTooLong", category: .limit)
        /// More records were rejected than ``ImportOptions/errorPolicy`` allows; ``ImportError/cause`` is the last one's
        /// error.
        public static let tooManyRejected = Code(name: "tooManyRejected", category: .limit)
    }
}

extension ImportError.Code: CustomStringConvertible {
    /// The name of the code, as spelled in Swift.
    public var description: String { name }
}
