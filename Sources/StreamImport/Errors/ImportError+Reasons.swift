/// One maker for each way to fail, so that every text stands in one place.
extension ImportError {
    static func invalidPath(_ text: String) -> ImportError {
        ImportError(
            .invalidPath, "the path \(text.debugDescription) is malformed",
            advice: "write it as data.items, photos[0].url or /data/items")
    }

    static func emptyInput(at location: SourceLocation) -> ImportError {
        ImportError(
            .unexpectedEnd, "the input is empty", advice: "set the format to lines if no records are fine",
            location: location)
    }

    static func unexpectedEnd(at location: SourceLocation) -> ImportError {
        ImportError(
            .unexpectedEnd, "the input ends before the JSON does", advice: "it may have been cut off",
            location: location)
    }

    static func tokenTooLong(limit: Int, at location: SourceLocation) -> ImportError {
        ImportError(
            .tokenTooLong, "a string or number is longer than \(limit) bytes",
            advice: "raise maximumTokenBytes if that is right", location: location)
    }

    /// The error of a scalar's initialiser.
    init(scalar fault: any Error, found: String) {
        switch fault {
        case ScalarFault.mismatch(let expected): self = .typeMismatch(expected: "\(expected)", found: found)
        case ScalarFault.outOfRange(let expected):
            self.init(.numberOutOfRange, "expected \(expected), found \(found)")
        case ScalarFault.invalid(let expected):
            self.init(.invalidValue, "expected \(expected), found \(found)")
        case let date as UnreadableDate:
            self.init(.invalidValue, "expected a date such as \(date.pattern), found \(found)")
        default:
            self.init(.invalidValue, "\(found) was refused: \(fault)", cause: fault)
        }
    }

    static func typeMismatch(expected: String, found: String) -> ImportError {
        ImportError(.typeMismatch, "expected \(expected), found \(found)")
    }

    static func missingKeys(_ names: [String], type: String) -> ImportError {
        let keys = names.count == 1 ? "the key" : "the keys"
        return ImportError(.missingKeys, "\(type) needs \(keys) \(names.joined(separator: ", "))")
    }

    static func unknownKey(_ key: String, type: String) -> ImportError {
        ImportError(.unknownKey, "\(type) has no field for the key \(key.debugDescription)")
    }

    static func unknownProperty(_ property: String, type: String) -> ImportError {
        ImportError(
            .unknownProperty, "\(type) has no property \(property.debugDescription) to map a key to",
            advice: "name a property as the type's plan does")
    }

    static func fieldDeclaredTwice(_ name: String, type: String) -> ImportError {
        ImportError(
            .invalidPlan, "\(type) has two properties \(name.debugDescription)",
            advice: "rename one of them, which may be private to a superclass, or leave it out of the import")
    }

    static func planOfAnotherType(_ other: String, type: String) -> ImportError {
        ImportError(
            .invalidPlan, "\(type) has no plan of its own, only one that makes \(other)",
            advice: "mark it with @Importable, as its superclass is")
    }

    static func notUpdatable(_ type: String) -> ImportError {
        ImportError(
            .invalidPlan, "\(type) has no properties that could be updated",
            advice: "update the model itself, not an optional or a collection of such")
    }

    static func secondObject() -> ImportError {
        ImportError(.trailingData, "the text has more than one object", advice: "import it as a sequence")
    }

    static func planWithoutInstances(type: String) -> ImportError {
        ImportError(
            .invalidPlan, "the plan of \(type) only says how instances are made",
            advice: "return ModelOperations from it, or mark the type with @Importable")
    }

    static func extrasDeclaredTwice(type: String) -> ImportError {
        ImportError(
            .invalidPlan, "\(type) has two properties for the members that mean no other",
            advice: "leave it to its superclass")
    }

    static func duplicateKey(_ key: String) -> ImportError {
        ImportError(.duplicateKey, "the key \(key.debugDescription) comes twice")
    }

    static func invalidKey(_ key: String) -> ImportError {
        ImportError(.invalidValue, "the key \(key.debugDescription) is not of the dictionary's key type")
    }

    static func invalidKeys(of type: String) -> ImportError {
        typeMismatch(expected: "an object whose keys are strings or integers", found: type)
    }

    static func notFinite(_ number: NumberText) -> ImportError {
        ImportError(.invalidValue, "expected a finite number, found \(number)")
    }

    static func unpairedSurrogate() -> ImportError {
        ImportError(
            .unpairedSurrogate, "a \\u escape is half of a surrogate pair",
            advice: "set unpairedSurrogates to .replace to read it as U+FFFD")
    }

    static func rejectedByModel(_ cause: any Error) -> ImportError {
        // What a model refuses in the words of this library needs no others.
        (cause as? ImportError)
            ?? ImportError(.rejectedByModel, "the model refused it: \(cause)", cause: cause)
    }

    static func constantProperty(_ name: String) -> ImportError {
        ImportError(
            .constantProperty, "the property \(name.debugDescription) is a constant, and has another value",
            advice: "declare it with var")
    }

    static func tooDeep(limit: Int, at location: SourceLocation?) -> ImportError {
        ImportError(
            .tooDeep, "more than \(limit) arrays and objects are nested",
            advice: "raise maximumDepth if that is right", location: location)
    }

    static func tooManyReadAgain(limit: Int) -> ImportError {
        ImportError(
            .tooDeep, "more than \(limit) values inside of each other have to be read again",
            advice: "models with hooks, and those that are found and merged, may contain themselves less deep"
        )
    }

    static func tooManyRejected(limit: Int, last: ImportError) -> ImportError {
        ImportError(
            .tooManyRejected, "more than \(limit) records were rejected; the last one: \(last.problem)",
            path: last.path, record: last.record, location: last.location, cause: last)
    }

    static func secondValueInLine(at location: SourceLocation?) -> ImportError {
        ImportError(.trailingData, "a line holds more than one value", location: location)
    }

    static func lineEndsTooSoon(at location: SourceLocation?) -> ImportError {
        ImportError(.unexpectedEnd, "the line ends before its value does", location: location)
    }

    static func valuesNotSeparated(at location: SourceLocation?) -> ImportError {
        ImportError(
            .unexpectedToken, "two values stand side by side", advice: "separate them by white space",
            location: location)
    }

    static func pathNotFound(_ path: JSONPath) -> ImportError {
        ImportError(.pathNotFound, "the input has nothing at \(path)", path: path)
    }

    static func controlCharacter(_ byte: UInt8, byteOffset: Int, at location: SourceLocation) -> ImportError {
        ImportError(
            .invalidToken,
            "the control character \(hexadecimal(byte)) at byte \(byteOffset) is not allowed in JSON",
            location: location)
    }

    static func invalidUTF8(_ byte: UInt8, byteOffset: Int, at location: SourceLocation) -> ImportError {
        ImportError(
            .invalidEncoding, "the byte \(hexadecimal(byte)) at byte \(byteOffset) is not valid UTF-8",
            advice: "convert the input to UTF-8", location: location)
    }

    private static func hexadecimal(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16, uppercase: true)
        return "0x" + (digits.count == 1 ? "0" : "") + digits
    }
}
