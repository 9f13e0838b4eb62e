/// Errors in plans, and in objects that become models. One factory function per error keeps each message in a single
/// statement.
extension ImportError {
    /// - Parameter noun: a word for one of the names.
    static func missingKeys(_ names: [String], type: String, noun: String = "key") -> ImportError {
        let keys = names.count == 1 ? noun : noun + "s"
        return ImportError(
            .missingKeys, "missing required \(keys) \(names.joined(separator: ", ")) of \(type)")
    }

    static func unknownKey(_ key: String, type: String) -> ImportError {
        ImportError(.unknownKey, "unknown key \(key.debugDescription) of \(type)")
    }

    static func unknownElement(_ index: Int, type: String) -> ImportError {
        ImportError(.unknownKey, "unknown element [\(index)] of \(type)")
    }

    static func unknownProperty(_ property: String, type: String) -> ImportError {
        ImportError(
            .unknownProperty, "unknown property \(property.debugDescription) of \(type)",
            advice: "use the name of a property in the type's plan")
    }

    static func ambiguousMapping(_ key: String, to properties: [String], type: String) -> ImportError {
        let names = properties.map(\.debugDescription).joined(separator: " and ")
        return ImportError(
            .ambiguousMapping, "the key \(key.debugDescription) is mapped to \(names) of \(type)",
            advice: "map each key to one property, and set the other one in ImportIntercepting")
    }

    static func fieldDeclaredTwice(_ name: String, type: String) -> ImportError {
        ImportError(
            .invalidPlan, "duplicate property \(name.debugDescription) of \(type)",
            advice: "rename one (it may be private in a superclass), or exclude one from the import")
    }

    /// Returns the error for a key that is malformed as a path.
    static func invalidKeyPath(_ path: String, _ code: Code, of type: String? = nil) -> ImportError {
        ImportError(
            code, "invalid path \(path.debugDescription)\(type.map { " of a key of \($0)" } ?? "")",
            advice: "use a path such as photos[0].url, or write the key as \(JSONPath.text(ofKey: path))")
    }

    static func keyOfTwoProperties(
        _ key: String, _ first: String, _ second: String, type: String
    ) -> ImportError {
        ImportError(
            .invalidPlan,
            "the key \(key.debugDescription) matches both \(first.debugDescription) and \(second.debugDescription) of \(type)",
            advice: "give each property its own key, or set one of the properties in ImportIntercepting")
    }

    static func notAnElement(_ name: String, type: String) -> ImportError {
        ImportError(
            .invalidPlan,
            "the property \(name.debugDescription) has a key, a source or extras, but \(type) is made from arrays",
            advice: "declare the property without them, or import \(type) from objects")
    }

    static func modelWithoutElements(type: String) -> ImportError {
        ImportError(
            .invalidPlan, "\(type) is made from arrays, but has no properties",
            advice: "declare a property for each element")
    }

    static func interceptedElements(type: String) -> ImportError {
        ImportError(
            .invalidPlan,
            "\(type) is made from arrays, but conforms to ImportIntercepting, which is called for keys",
            advice: "conform to ImportValidating, or import \(type) from objects")
    }

    static func unknownPropertyAdjusted(_ name: String, in origin: String, type: String) -> ImportError {
        ImportError(
            .invalidPlan,
            "unknown property \(name.debugDescription) of \(type) in \(origin)",
            advice: "use the name of a property of the type or of its superclass")
    }

    static func requiredPropertyWithoutKey(_ name: String, type: String) -> ImportError {
        ImportError(
            .invalidPlan, "the required property \(name.debugDescription) of \(type) has no key",
            advice: "make the property optional, or give it a default value or a key")
    }

    static func planOfAnotherType(_ planned: String, type: String) -> ImportError {
        ImportError(
            .invalidPlan, "expected a plan for \(type), found the plan for \(planned)",
            advice: "mark \(type) with @Importable")
    }

    static func notUpdatable(_ type: String) -> ImportError {
        ImportError(
            .invalidPlan, "expected a model to update, found \(type)",
            advice: "update the model itself, not an optional or a collection of models")
    }

    static func objectReplaced(_ type: String) -> ImportError {
        ImportError(
            .invalidPlan, "expected an update of the object, but the plan of \(type) has made another object",
            advice: "declare the case with fields and ModelOperations, or create a new object from the input")
    }

    static func planWithoutInstances(type: String) -> ImportError {
        ImportError(
            .invalidPlan, "the plan of \(type) can create instances, but not read or update them",
            advice: "return ModelOperations from the plan, or mark the type with @Importable")
    }

    static func extrasDeclaredTwice(type: String) -> ImportError {
        ImportError(
            .invalidPlan, "duplicate extras property of \(type)",
            advice: "declare extras once, in the type or in its superclass")
    }

    static func updatedValueReplaced(_ property: String) -> ImportError {
        ImportError(
            .duplicateKey,
            "another value of \(property.debugDescription) would replace the value that has updated an instance",
            advice: "write one value of the property, or the key of highest precedence first")
    }

    static func tooManyReplays(limit: Int) -> ImportError {
        ImportError(
            .tooManyReplays, "the values would be read again more often than the limit of \(limit)",
            advice: "if the record is correct, raise maximumReplays")
    }

    static func updateNotUndone(_ cause: any Error, type: String) -> ImportError {
        ImportError(
            .invalidPlan, "update in the plan of \(type) rejected the values that undo an earlier update",
            advice: "make update accept all values that decompose adds", cause: cause)
    }

    static func iteratorInUse() -> ImportError {
        ImportError(
            .iteratorInUse, "the iterator was called while another call was reading a record",
            advice: "use an iterator in one task, and await each call before the next one")
    }

    static func duplicateKey(_ key: String) -> ImportError {
        ImportError(.duplicateKey, "duplicate key \(key.debugDescription)")
    }

    static func invalidKey(_ key: String) -> ImportError {
        ImportError(
            .invalidValue, "expected a key of the dictionary's key type, found \(key.debugDescription)")
    }

    static func keyWithoutValue() -> ImportError {
        ImportError(.invalidValue, "expected keys and values in turn, found no value after the last key")
    }

    static func rejectedByModel(_ cause: any Error) -> ImportError {
        // An `ImportError` that a model throws needs no wrapper.
        (cause as? ImportError)
            ?? ImportError(.rejectedByModel, "the model threw an error: \(cause)", cause: cause)
    }

    static func invalidDiscriminator(_ path: String, type: String) -> ImportError {
        ImportError(
            .invalidPlan,
            "expected keys as the discriminator of \(type), found the path \(path.debugDescription)",
            advice: "use a key, or a path of keys such as meta.type")
    }

    static func caseWithFields(_ name: String, type: String) -> ImportError {
        ImportError(
            .invalidPlan,
            "the case \(name.debugDescription) of \(type) needs one associated value, because cases are selected by key",
            advice: "use one struct with @Importable as the associated value")
    }

    static func caseOfItself(_ name: String, type: String) -> ImportError {
        ImportError(
            .invalidPlan,
            "the case \(name.debugDescription) is read from the same object as the \(type) around it",
            advice: "read the associated value from a key of its own")
    }

    static func notOneCase(_ names: [String], count: Int, type: String) -> ImportError {
        let found = count == 0 ? "none" : "\(count)"
        return ImportError(
            .unknownCase,
            "expected one of the keys \(names.joined(separator: ", ")) of \(type), found \(found)")
    }

    static func hooksOfCases(type: String) -> ImportError {
        ImportError(
            .invalidPlan,
            "the enum \(type) conforms to a protocol for hooks, which are not called for its cases",
            advice: "conform the payloads to the protocol instead")
    }

    static func subclassNotReused(_ subclass: String, of type: String) -> ImportError {
        ImportError(
            .invalidPlan, "instances of \(type) are reused, but not those of its subclass \(subclass)",
            advice: "call reuseInstances for each class in 'subclasses'")
    }

    static func payloadNotAnObject() -> ImportError {
        ImportError(
            .invalidPlan, "expected an object as the value beside a discriminator, found another value",
            advice: "read the associated value from a key of its own")
    }

    static func payloadNotAnObject(_ name: String, type: String) -> ImportError {
        ImportError(
            .invalidPlan,
            "the case \(name.debugDescription) of \(type) has a value beside its discriminator that is not an object",
            advice: "label the associated value, or name its key with 'content'")
    }

    static func dictionaryPayload(_ name: String, type: String) -> ImportError {
        ImportError(
            .invalidPlan,
            "the case \(name.debugDescription) of \(type) would read its discriminator as a member of a dictionary",
            advice: "read the associated value from a key of its own, or make it a JSONValue")
    }

    static func unknownCase(
        _ name: String, _ names: [String], type: String, isClass: Bool
    ) -> ImportError {
        ImportError(
            .unknownCase,
            "expected a case of \(type) (\(names.joined(separator: ", "))), found \(name.debugDescription)",
            advice: isClass
                ? "list the subclass with this name in 'subclasses'"
                : "add a case for this name, or the case unknown(JSONValue)")
    }

    /// The error of a value that fits no case. The reasons of the cases that were read furthest are first.
    ///
    /// - Parameter path: the path of the value; `nil` for a scalar.
    static func noFittingCase(
        _ errors: [(name: String, error: ImportError)], type: String, path: JSONPath? = nil
    ) -> ImportError {
        let start = path?.components.count ?? 0
        let reasons = errors.enumerated().map { index, reason in
            let error = reason.error.deepest
            let inner = JSONPath(Array((error.path?.components ?? []).dropFirst(start)))
            return (index: index, name: reason.name, error: error, path: inner)
        }
        let sorted = reasons.sorted {
            ($1.path.components.count, $0.index) < ($0.path.components.count, $1.index)
        }
        let texts = sorted.map { reason in
            let place = reason.path.description.drop { $0 == "$" || $0 == "." }
            let name = reason.name + (place.isEmpty ? "" : " at \(place)")
            return "\(name): \(shortened(reason.error.message))"
        }
        return ImportError(
            .unknownCase, "the value fits no case of \(type) (\(texts.joined(separator: "; ")))",
            cause: sorted.first?.error)
    }

    /// The error of a nested value without a case, if it is the reason that a value around it has none; otherwise the error
    /// itself.
    private var deepest: ImportError {
        guard code == .unknownCase, let inner = cause as? ImportError,
            inner.path?.components.count ?? 0 > path?.components.count ?? 0
        else { return self }
        return inner
    }

    /// Returns the beginning of the message of a case. The messages of enums without a discriminator in each other, at one
    /// place, would double with each level.
    private static func shortened(_ message: String) -> String {
        message.count > maximumReasonLength ? message.prefix(maximumReasonLength) + "…" : message
    }

    /// The maximum length of the message of each case that a value does not fit, in characters.
    private static var maximumReasonLength: Int { 200 }

    static func fieldNotAdded(_ field: FieldDescription, type: String) -> ImportError {
        let name = field.name.debugDescription
        guard field.role != .extras else {
            return ImportError(
                .invalidPlan, "the extras \(name) of \(type) are not an object with members",
                advice: "export an object, whose members are the extras")
        }
        return ImportError(
            .invalidPlan, "decompose in the plan of \(type) does not add the required field \(name)",
            advice: "add its value to the FieldWriter")
    }

    static func classOfUpdatedObject(_ name: String, expected type: Any.Type) -> ImportError {
        ImportError(
            .unknownCase, "expected \(type), the class of the updated object, found \(name.debugDescription)",
            advice: "create a new instance, because an object cannot change its class")
    }

    static func constantProperty(_ name: String) -> ImportError {
        ImportError(
            .constantProperty,
            "expected the current value of the constant property \(name.debugDescription), found another one",
            advice: "declare the property with var if updates may change it")
    }
}
