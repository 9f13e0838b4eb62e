/// Errors in plans, and in objects that become models. An error that only one check of a plan finds is written there.
extension ImportError {
    static func invalidPlan(_ message: String, advice: String) -> ImportError {
        ImportError(.invalidPlan, message, advice: advice)
    }

    /// - Parameter noun: a word for one of the names.
    static func missingKeys(_ names: [String], type: String, noun: String = "key") -> ImportError {
        let keys = names.count == 1 ? noun : noun + "s"
        return ImportError(
            .missingKeys, "missing required \(keys) \(names.joined(separator: ", ")) of \(type)")
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

    /// Returns the error for a key that is malformed as a path.
    static func invalidKeyPath(_ path: String, _ code: Code, of type: String? = nil) -> ImportError {
        ImportError(
            code, "invalid path \(path.debugDescription)\(type.map { " of a key of \($0)" } ?? "")",
            advice: "use a path such as photos[0].url, or write the key as \(JSONPath.text(ofKey: path))")
    }

    static func keyOfTwoProperties(
        _ key: String, _ first: String, _ second: String, type: String
    ) -> ImportError {
        invalidPlan(
            "the key \(key.debugDescription) matches both \(first.debugDescription) and \(second.debugDescription) of \(type)",
            advice: "give each property its own key, or set one of the properties in ImportIntercepting")
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

    static func planWithoutInstances(type: String) -> ImportError {
        ImportError(
            .invalidPlan, "the plan of \(type) can create instances, but not read or update them",
            advice: "return ModelOperations from the plan, or mark the type with @Importable")
    }

    static func tooManyReplays(limit: Int) -> ImportError {
        ImportError(
            .tooManyReplays, "the values would be read again more often than the limit of \(limit)",
            advice: "if the record is correct, raise maximumReplays")
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

    static func rejectedByModel(_ cause: any Error) -> ImportError {
        // An `ImportError` that a model throws needs no wrapper.
        (cause as? ImportError)
            ?? ImportError(.rejectedByModel, "the model threw an error: \(cause)", cause: cause)
    }

    static func notOneCase(_ names: [String], count: Int, type: String) -> ImportError {
        let found = count == 0 ? "none" : "\(count)"
        return ImportError(
            .unknownCase,
            "expected one of the keys \(names.joined(separator: ", ")) of \(type), found \(found)")
    }

    static func payloadNotAnObject() -> ImportError {
        ImportError(
            .invalidPlan, "expected an object as the value beside a discriminator, found another value",
            advice: "read the associated value from a key of its own")
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
            // The messages of nested enums without a discriminator, at one path, would double with each level.
            let message = reason.error.message
            return "\(name): \(message.count > 200 ? message.prefix(200) + "…" : message)"
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

    static func constantProperty(_ name: String) -> ImportError {
        ImportError(
            .constantProperty,
            "expected the current value of the constant property \(name.debugDescription), found another one",
            advice: "declare the property with var if updates may change it")
    }
}
