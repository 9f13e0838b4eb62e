extension ImportError {
    /// The four families of failures, each of which asks for another reaction.
    public enum Category: Sendable {
        /// Opening, reading or decompressing the input failed, or writing the output.
        case io
        /// The text is not the JSON it should be.
        case syntax
        /// The JSON is well formed, but does not fit the model.
        case data
        /// A limit of ``ImportOptions`` was reached.
        case limit
    }

    /// A kind of failure. More may be added, so a `switch` over codes needs a `default`.
    public struct Code: Hashable, Sendable {
        let name: String
        let category: Category

        /// The input cannot be opened.
        public static let cannotOpen = Code(name: "cannotOpen", category: .io)
        /// The input was opened, but reading it failed.
        public static let readFailed = Code(name: "readFailed", category: .io)
        /// A pipe, a socket or a terminal was to be read a second time.
        public static let alreadyRead = Code(name: "alreadyRead", category: .io)
        /// The output cannot be created, or put in its place; or an export was to go on after its end.
        public static let cannotWrite = Code(name: "cannotWrite", category: .io)
        /// Writing the output failed.
        public static let writeFailed = Code(name: "writeFailed", category: .io)
        /// The gzip or zstd stream is damaged or ends too soon.
        public static let corruptCompression = Code(name: "corruptCompression", category: .io)
        /// The system's libyajl has a known fault that makes it unsafe.
        public static let unsafeLibrary = Code(name: "unsafeLibrary", category: .io)
        /// Memory could not be had.
        public static let outOfMemory = Code(name: "outOfMemory", category: .io)

        /// A path is malformed.
        public static let invalidPath = Code(name: "invalidPath", category: .data)
        /// An option, or a count that a call was given, is out of its range.
        public static let invalidOption = Code(name: "invalidOption", category: .data)
        /// The plan of a type is that of its superclass, has two fields of one name, has two for the members that
        /// mean no other, adjusts a field that it does not have, leaves a required one without a key, or does not say what an
        /// export needs to know.
        public static let invalidPlan = Code(name: "invalidPlan", category: .data)
        /// A table does not fit the model, or the options for it do not.
        public static let invalidTable = Code(name: "invalidTable", category: .data)
        /// The options map a key to a property that the type does not have.
        public static let unknownProperty = Code(name: "unknownProperty", category: .data)
        /// The options map one key to two properties of a type.
        public static let ambiguousMapping = Code(name: "ambiguousMapping", category: .data)

        /// The instances of an ``IdentityMap`` that is not Sendable were needed by another thread, or too late.
        public static let instancesInUse = Code(name: "instancesInUse", category: .data)

        /// An iterator was asked for a record while another call reads one.
        public static let iteratorInUse = Code(name: "iteratorInUse", category: .data)

        /// A token stands where another was expected.
        public static let unexpectedToken = Code(name: "unexpectedToken", category: .syntax)
        /// A token is not spelled as JSON has it.
        public static let invalidToken = Code(name: "invalidToken", category: .syntax)
        /// The input ends before the JSON does.
        public static let unexpectedEnd = Code(name: "unexpectedEnd", category: .syntax)
        /// Something follows the end of the JSON.
        public static let trailingData = Code(name: "trailingData", category: .syntax)
        /// The bytes are not valid UTF-8, or are UTF-16 or UTF-32.
        public static let invalidEncoding = Code(name: "invalidEncoding", category: .syntax)

        /// The input has nothing at the path that was asked for.
        public static let pathNotFound = Code(name: "pathNotFound", category: .data)
        /// One or more required keys are missing.
        public static let missingKeys = Code(name: "missingKeys", category: .data)
        /// A value is of another type than the property.
        public static let typeMismatch = Code(name: "typeMismatch", category: .data)
        /// A number cannot be represented exactly by the property's type.
        public static let numberOutOfRange = Code(name: "numberOutOfRange", category: .data)
        /// A value has the right JSON type, but cannot be read as the property's type.
        public static let invalidValue = Code(name: "invalidValue", category: .data)
        /// A key that no property has, where such keys are rejected.
        public static let unknownKey = Code(name: "unknownKey", category: .data)
        /// A key that comes twice in one object, where that is rejected.
        public static let duplicateKey = Code(name: "duplicateKey", category: .data)
        /// More updates would be undone than ``ImportOptions/maximumUndoneUpdates`` allows.
        public static let tooManyUndoneUpdates = Code(name: "tooManyUndoneUpdates", category: .data)
        /// A `\u` escape is half of a surrogate pair.
        public static let unpairedSurrogate = Code(name: "unpairedSurrogate", category: .data)
        /// The model itself refused the record; see ``ImportError/cause``.
        public static let rejectedByModel = Code(name: "rejectedByModel", category: .data)

        /// An update has another value for a property that is a constant of its class.
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
    /// The name of the code, as it is written in Swift.
    public var description: String { name }
}
