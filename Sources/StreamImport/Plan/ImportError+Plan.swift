/// Errors in plans, and in objects that become models. One factory function per error keeps each message in a single
/// statement.
extension ImportError {
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

    static func ambiguousMapping(_ key: String, to properties: [String], type: String) -> ImportError {
        let names = properties.map(\.debugDescription).joined(separator: " and ")
        return ImportError(
            .ambiguousMapping, "the key \(key.debugDescription) is mapped to \(names) of \(type)",
            advice: "map a key to one property; set the other in ImportIntercepting")
    }

    static func fieldDeclaredTwice(_ name: String, type: String) -> ImportError {
        ImportError(
            .invalidPlan, "\(type) has two properties \(name.debugDescription)",
            advice: "rename one of them, which may be private to a superclass, or leave it out of the import")
    }

    static func keyOfTwoProperties(
        _ key: String, _ name: String, _ other: String, type: String
    ) -> ImportError {
        ImportError(
            .invalidPlan,
            "the key \(key.debugDescription) means both \(name.debugDescription) and \(other.debugDescription) of \(type)",
            advice: "give each property a key of its own; set the other in ImportIntercepting")
    }

    static func unknownPropertyAdjusted(_ name: String, type: String) -> ImportError {
        ImportError(
            .invalidPlan, "\(type) has no property \(name.debugDescription) to adjust",
            advice: "name a property of the type or of its superclass")
    }

    static func requiredPropertyWithoutKey(_ name: String, type: String) -> ImportError {
        ImportError(
            .invalidPlan, "\(type) needs a value for \(name.debugDescription), which has no key",
            advice: "make the property optional, or give it a default or a key")
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

    static func tooManyUndoneUpdates(limit: Int) -> ImportError {
        ImportError(
            .tooManyUndoneUpdates,
            "values replace others that have updated objects, and more than \(limit) updates had to be undone",
            advice: "set a higher maximumUndoneUpdates, if the record is right")
    }

    static func updateNotUndone(_ cause: any Error, type: String) -> ImportError {
        ImportError(
            .invalidPlan, "the update of \(type) rejected the values that undo an earlier update",
            advice: "have the update of the plan accept what its decompose has given", cause: cause)
    }

    static func iteratorInUse() -> ImportError {
        ImportError(
            .iteratorInUse, "an iterator was asked for a record while another call reads one",
            advice: "await each record before the next one is asked for, by one task")
    }

    static func duplicateKey(_ key: String) -> ImportError {
        ImportError(.duplicateKey, "the key \(key.debugDescription) comes twice")
    }

    static func invalidKey(_ key: String) -> ImportError {
        ImportError(.invalidValue, "the key \(key.debugDescription) is not of the dictionary's key type")
    }

    static func rejectedByModel(_ cause: any Error) -> ImportError {
        // An `ImportError` that a model throws needs no wrapper.
        (cause as? ImportError)
            ?? ImportError(.rejectedByModel, "the model refused it: \(cause)", cause: cause)
    }

    static func constantProperty(_ name: String) -> ImportError {
        ImportError(
            .constantProperty, "the property \(name.debugDescription) is a constant, and has another value",
            advice: "declare it with var")
    }
}
