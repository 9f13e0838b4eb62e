/// The type of Swift for the values at a path.
indirect enum ModelType {
    case bool, int, uint64, double, decimal, string, date, json
    case array(ModelType)
    case dictionary(ModelType)
    case optional(ModelType)
    /// A type of its own, with a property for each key.
    case object(ModelObject)

    /// How many arrays and dictionaries a type may be made of. The compiler takes long for more, and does not end for
    /// many.
    private static let mostCollections = 6

    /// The type that holds every value of a path, null included.
    init(_ profile: PathProfile) { self.init(profile, collections: Self.mostCollections) }

    /// - Parameter collections: how many arrays and dictionaries there is room for.
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

    /// The type of what is in arrays or dictionaries.
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
        // A key that is not known could mean a property that is named after another.
        guard !profile.hasOmittedKeys else {
            self = .dictionary(.json)
            return
        }
        let object = ModelObject(of: profile)
        self = object.properties.isEmpty ? .dictionary(.json) : .object(object)
    }

    var isJSON: Bool { if case .json = self { true } else { false } }

    /// Whether it is one of Foundation's, or made of one.
    var needsFoundation: Bool {
        switch self {
        case .date, .decimal: true
        case .array(let type), .dictionary(let type), .optional(let type): type.needsFoundation
        case .object(let object): object.properties.contains(where: \.type.needsFoundation)
        default: false
        }
    }

    /// What the type is made of has a type of its own, if this is not `nil`.
    var object: ModelObject? {
        switch self {
        case .array(let type), .dictionary(let type), .optional(let type): type.object
        case .object(let object): object
        default: nil
        }
    }

    /// Whether there are several of what has a type of its own.
    var isCollection: Bool {
        switch self {
        case .array, .dictionary: true
        case .optional(let type): type.isCollection
        default: false
        }
    }

    /// The type as it stands in a source.
    ///
    /// - Parameter object: the name of the type that it is made of.
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
