/// The Swift type for the values at a path.
indirect enum ModelType {
    case bool, int, uint64, double, decimal, string, date, json
    case array(ModelType)
    case dictionary(ModelType)
    case optional(ModelType)
    /// A generated type, with a property for each key that can have one.
    case object(ModelObject)

    /// The maximum number of nested arrays and dictionaries in a type. The compiler is slow with more, and does
    /// not finish with many.
    private static let maximumCollections = 6

    /// Creates the type that holds all values at a path, including null.
    init(_ profile: PathProfile) { self.init(profile, collections: Self.maximumCollections) }

    /// - Parameter collections: the number of arrays and dictionaries that may still be nested.
    private init(_ profile: PathProfile, collections: Int) {
        let type = Self(notNull: profile, collections: collections)
        guard profile.values.counts.nulls > 0, !type.isJSON else {
            self = type
            return
        }
        self = .optional(type)
    }

    private init(notNull profile: PathProfile, collections: Int) {
        let kinds = profile.values.counts.kinds
        guard kinds.isSingleKind, !profile.isIncomplete else {
            self = .json
            return
        }
        self =
            switch kinds {
            case .bool: .bool
            case .number: Self(profile.values.numbers, areIntegers: profile.values.counts.fractions == 0)
            case .string: profile.values.forms.contains(.date) ? .date : .string
            case .array where collections > 0:
                .array(Self(contents: profile.elements, collections: collections))
            case .object where !profile.isDictionary: Self(objects: profile)
            case .object where collections > 0:
                .dictionary(Self(contents: profile.members, collections: collections))
            default: .json
            }
    }

    /// Creates the type of the elements of arrays, or of the values of dictionaries.
    private init(contents: [PathProfile], collections: Int) {
        self = contents.first.map { Self($0, collections: collections - 1) } ?? .json
    }

    private init(_ numbers: NumberProfile, areIntegers: Bool) {
        if areIntegers, numbers.fitInt64 {
            self = .int
        } else if areIntegers, numbers.fitUInt64 {
            self = .uint64
        } else if !areIntegers, numbers.fitDouble {
            self = .double
        } else {
            self = numbers.fitDecimal ? .decimal : .json
        }
    }

    private init(objects profile: PathProfile) {
        // An omitted key could match a property that is named for another key.
        guard !profile.hasOmittedKeys else {
            self = .dictionary(.json)
            return
        }
        let object = ModelObject(of: profile)
        self = object.properties.isEmpty ? .dictionary(.json) : .object(object)
    }

    var isJSON: Bool { if case .json = self { true } else { false } }

    /// Whether the type is a Foundation type, or contains one.
    var needsFoundation: Bool {
        switch self {
        case .date, .decimal: true
        case .array(let type), .dictionary(let type), .optional(let type): type.needsFoundation
        case .object(let object): object.properties.contains(where: \.type.needsFoundation)
        default: false
        }
    }

    /// The object that this type is or contains; `nil` if it contains none.
    var object: ModelObject? {
        switch self {
        case .array(let type), .dictionary(let type), .optional(let type): type.object
        case .object(let object): object
        default: nil
        }
    }

    /// Whether the type is a collection, optional or not, which may contain several values of the type of ``object``.
    var isCollection: Bool {
        switch self {
        case .array, .dictionary: true
        case .optional(let type): type.isCollection
        default: false
        }
    }

    /// Returns the type as it is spelled in source code.
    ///
    /// - Parameter object: the name of the type for ``object``.
    func text(object: String) -> String {
        switch self {
        case .bool: "Bool"
        case .int: "Int"
        case .uint64: "UInt64"
        case .double: "Double"
        case .decimal: "Decimal"
        case .string: "String"
        case .date: "Date"
        case .json: "JSONValue"
        case .array(let type): "[\(type.text(object: object))]"
        case .dictionary(let type): "[String: \(type.text(object: object))]"
        case .optional(let type): type.text(object: object) + "?"
        case .object: object
        }
    }
}
