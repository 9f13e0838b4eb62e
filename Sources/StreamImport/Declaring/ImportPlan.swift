/// The rules by which values of the input become values of one type: the kinds of JSON values that it accepts and,
/// for a model, its fields and operations.
///
/// A type may accept several kinds: ``JSONValue`` accepts all of them. A plan is immutable. An import compiles it for
/// its options.
public struct ImportPlan: Sendable {
    /// The type whose plan this is. The memory layout of a plan does not apply to other types.
    var type: any Importable.Type
    /// The type whose `_store` makes values from strings, numbers and bools; `nil` if the plan accepts no scalars.
    var scalar: (any Importable.Type)?
    /// The rules for an object whose keys are those of fields; `nil` if the plan accepts no such objects.
    var object: ObjectPlan?
    /// The rules by which values become one of several cases; `nil` if the type has no cases.
    var cases: CasePlan?
    /// The collector of the elements of an array; `nil` if the plan accepts no arrays.
    var array: (any ArrayCollector.Type)?
    /// The collector of the members of an object whose keys are data; `nil` if the plan accepts no such objects.
    var dictionary: (any DictionaryCollector.Type)?
    /// The type of the representation, and the function that makes a value from it; `nil` without one.
    var representation: (type: any Importable.Type, wrap: Wrap)?
    /// The wrapped type; `nil` if the type is not an optional.
    var wrapped: (any Importable.Type)?
    /// The operation that initializes memory with the value for null; `nil` if null is not a value of the type.
    var null: (@Sendable (ValueAddress) -> Void)?
    /// The error in the declaration of the plan; `nil` if it is valid.
    var error: ImportError?
    /// Whether a value from JSON text is its text, and made by the other rules only if it has no text.
    var keepsText = false

    /// A function that moves a value out of its memory, and initializes a value that is made from it at a destination with room.
    typealias Wrap = @Sendable (_ value: ValueAddress, _ destination: ValueAddress) throws -> Void
}

extension ImportPlan {
    /// Creates a plan for instances of `Model` that are created from objects.
    ///
    /// - Parameters:
    ///   - model: the type of the instances.
    ///   - describe: declares each field with `fields`, and returns the closure that creates an instance from the
    ///     values that were read. The closure is called once for each object that has all its required fields. Any
    ///     error that it throws rejects the record, with the thrown error as the cause.
    @inlinable
    public init<Model: Importable>(
        _ model: Model.Type,
        _ describe: (inout ImportFields) -> @Sendable (borrowing ImportDraft) throws -> Model
    ) {
        self.init(type: model, object: ObjectPlan(model, describe))
    }

    /// Creates a plan for instances of `Model` that are created from objects, updated by objects, and exported as
    /// objects.
    ///
    /// - Parameters:
    ///   - model: the type of the instances.
    ///   - describe: declares each field with `fields`, and returns the operations on instances.
    @inlinable
    public init<Model: Importable>(
        _ model: Model.Type, _ describe: (inout ImportFields) -> ModelOperations<Model>
    ) {
        self.init(type: model, object: ObjectPlan(model, describe))
    }

    @usableFromInline
    init(type: any Importable.Type, object: ObjectPlan) {
        self.init(type: type, scalar: nil, object: object)
    }

    /// Whether values of the type are exported field by field.
    var isModel: Bool { object != nil || cases != nil }

    /// Whether values of the type may be arrays or objects.
    package var isCompound: Bool {
        object != nil || cases != nil || array != nil || dictionary != nil
            || representation?.type.importPlan.isCompound == true
    }

    /// The expected kind of value, for error messages.
    var expected: String {
        if representation != nil { return "a value for \(wrapped ?? type)" }
        if null != nil { return "a value" }
        if let cases, cases.discriminator.isEmpty { return "a value for \(type)" }
        if object?.isArray == true { return "an array" }
        if object != nil || cases != nil || dictionary != nil { return "an object" }
        if array != nil { return "an array" }
        return scalar.map { "a value for \($0)" } ?? "a value"
    }

    /// Returns the plan of a class with cases for its subclasses: where the class is the type of a record or a property,
    /// the discriminator of the object names the class of the instance.
    ///
    /// The discriminator matches the name of a class like a key matches the name of a property. The name of the class
    /// itself makes an instance of the class.
    ///
    /// - Parameters:
    ///   - subclasses: the subclasses, each with a plan of its own.
    ///   - discriminator: a key, or a path of keys.
    public func withSubclasses(
        _ subclasses: [any Importable.Type], discriminator: Discriminator
    ) -> ImportPlan {
        var plan = self
        if let invalid = subclasses.first(where: { !$0.isKind(of: type) || $0 == type }) {
            plan.error = .invalidPlan(
                "expected a subclass of \(type), found \(invalid)",
                advice: "list only subclasses of the class")
        } else if let object, !object.isArray, case .member = discriminator {
            let model = type
            let selection = Self.selection(model, object, subclasses, discriminator)
            (plan.cases, plan.error) = (selection.cases, selection.error)
        } else {
            plan.error = .invalidPlan(
                "the subclasses of \(type) need a key as their discriminator",
                advice: "use a member that names the class")
        }
        return plan
    }

    private static func selection<Model: Importable>(
        _ model: Model.Type, _ object: ObjectPlan, _ subclasses: [any Importable.Type],
        _ discriminator: Discriminator
    ) -> ImportPlan {
        // The payload of a subclass and the instance are references to one object, which have the same representation.
        let rules =
            [CaseRule("\(model)", [], object, of: model)]
            + subclasses.map {
                CaseRule("\($0)", type: $0, wrap: { $1.initialize(to: $0.take(as: AnyObject.self)) })
            }
        return ImportPlan(
            model, discriminator: discriminator, cases: rules.map { ImportCase($0) },
            index: { instance in
                let type = Swift.type(of: instance)
                return type == Model.self ? 0 : subclasses.firstIndex { $0 == type }.map { $0 + 1 } ?? -1
            })
    }
}
