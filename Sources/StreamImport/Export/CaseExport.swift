internal import ImportNames

/// The cases of an enum or the subclasses of a class, and the discriminator under which an export writes their names.
final class CaseExport {
    private let type: any Importable.Type
    private let plan: CasePlan
    /// The cases, by index; `nil` before their first instance is written.
    private var cases: [ExportedCase?]

    private struct ExportedCase {
        /// The name that is written, and the payload.
        let rule: CaseRule
        /// The fields of the case; `nil` if it has no fields of its own.
        let fields: ModelExport?
        /// The payload's own field for the discriminator, if it has one.
        let named: (model: ModelExport, field: Int)?
        /// Whether the payload contains the discriminator: an export writes only the payload.
        let isWhole: Bool
        /// How much of the discriminator's path the payload writes, unless it is any JSON.
        let coverage: PathCoverage
        /// Whether the payload has cases of its own, and the same discriminator.
        let sharesDiscriminator: Bool
        /// Whether the payload is an optional.
        let mayBeNil: Bool
    }

    init(_ type: any Importable.Type, _ plan: CasePlan) {
        self.type = type
        self.plan = plan
        cases = plan.cases.map { _ in nil }
    }

    func write(_ instance: ValueAddress, to output: ModelOutput) throws {
        guard let index = plan.index(instance) else { throw ImportError.noCase(of: instance, type) }
        let exported = try exportedCase(index, output)
        let isWritten = try exported.rule.unwrap(instance) { payload in
            if exported.rule.isUnknown, !plan.discriminator.isEmpty { try checkUnknown(payload) }
            guard !exported.isWhole else { return try writePayload(exported, payload, to: output) }
            try write(exported, payload, to: output)
        }
        if !isWritten { throw ImportError.noCase(index, type: "\(type)") }
    }

    private func exportedCase(_ index: Int, _ output: ModelOutput) throws -> ExportedCase {
        if let exported = cases[index] { return exported }
        let rule = plan.cases[index]
        let type = rule.type
        let fields = try rule.object.map { try ModelExport($0, output.options) }
        let isWhole = plan.discriminator.isEmpty || rule.isUnknown
        let model = try isWhole ? nil : fields ?? output.fields(ofPayload: type)
        let named = model.flatMap { model in model.field(at: plan.discriminator).map { (model, $0) } }
        let coverage =
            try isWhole
            ? .whole
            : fields?.coverage(of: plan.discriminator)
                ?? output.coverage(of: plan.discriminator, type)
        let exported = ExportedCase(
            rule: rule, fields: fields, named: named, isWhole: isWhole, coverage: coverage,
            sharesDiscriminator: !isWhole && fields == nil
                && type.importPlan.cases?.discriminator == plan.discriminator,
            mayBeNil: type.importPlan.wrapped != nil)
        cases[index] = exported
        return exported
    }

    /// Writes the discriminator and the members of a payload. A payload that has the discriminator as a member writes it
    /// itself, unless the member is nil.
    private func write(_ exported: ExportedCase, _ payload: ValueAddress, to output: ModelOutput) throws {
        let type = exported.rule.type
        if exported.mayBeNil, AnyValueKind.unwrapped(type.anyValue(at: payload)) == nil {
            throw ImportError.payloadNotAnObject()
        }
        let json = try JSONValue(at: payload, of: type)
        let coverage = json.map(coverage) ?? exported.coverage
        // Any JSON has the discriminator in the spelling that was read.
        if let json, coverage == .whole {
            try check(plan.name(in: json, .flexible), isOf: exported.rule)
            return try writePayload(exported, payload, to: output)
        }
        var omitted: Int?
        if json == nil, let (model, field) = exported.named {
            let name = try model.text(of: field, in: payload, output)
            if let name { try check(name, isOf: exported.rule) } else { omitted = field }
        }
        if exported.sharesDiscriminator {
            try check(output.discriminator(of: payload, exported.rule.type), isOf: exported.rule)
        }
        try output.object {
            try writeMembers(exported, coverage, payload, omitting: omitted, to: output)
        }
    }

    private func writeMembers(
        _ exported: ExportedCase, _ coverage: PathCoverage, _ payload: ValueAddress,
        omitting omitted: Int?, to output: ModelOutput
    ) throws {
        let name = exported.rule.exportedName
        switch coverage {
        case .none: try write(name, at: plan.discriminator[...], to: output)
        case .part: throw ImportError.dividedDiscriminator(plan.discriminator, type: "\(type)")
        case .whole: break
        }
        let isWritten = try output.members(watching: plan.discriminator[0]) {
            guard let omitted, let model = exported.named?.model else {
                return try writePayload(exported, payload, to: output)
            }
            try model.write(payload, to: output, omitting: omitted)
        }
        // The payload of an enum in the enum may have the member, which its type does not show. Without the discriminator, a
        // payload may write another member of the object around it.
        if coverage == .none || omitted != nil, isWritten {
            throw ImportError.dividedDiscriminator(plan.discriminator, type: "\(type)")
        }
        if coverage == .whole, !isWritten { try write(name, at: plan.discriminator[...], to: output) }
    }

    private func write(_ name: String, at path: ArraySlice<String>, to output: ModelOutput) throws {
        guard let key = path.first else { return try output.write(name) }
        try output.member(key) {
            guard path.count > 1 else { return try output.write(name) }
            try output.object { try write(name, at: path.dropFirst(), to: output) }
        }
    }

    private func writePayload(
        _ exported: ExportedCase, _ payload: ValueAddress, to output: ModelOutput
    ) throws {
        guard let fields = exported.fields else {
            return try exported.rule.type._operations.write(payload, output)
        }
        try fields.write(payload, to: output)
    }

    // MARK: - Names

    /// Throws an error unless an import would read any JSON as the case for unknown names.
    private func checkUnknown(_ payload: ValueAddress) throws {
        let json = payload[as: JSONValue.self]
        guard case .object = json else { throw ImportError.payloadNotAnObject() }
        let name = plan.name(in: json, .flexible)
        guard let name, self.rule(named: name) == nil else {
            throw ImportError.otherCase(name, expected: nil, type: "\(type)")
        }
    }

    /// Throws an error unless an import would read a discriminator as the name of a case.
    private func check(_ name: String?, isOf rule: CaseRule) throws {
        guard name != rule.exportedName else { return }
        guard let name, self.rule(named: name)?.name == rule.name else {
            throw ImportError.otherCase(name, expected: rule.exportedName, type: "\(type)")
        }
    }

    /// Returns the case that an import selects by a name; `nil` if there is none.
    private func rule(named name: String) -> CaseRule? {
        let known = plan.cases.filter { !$0.isUnknown }
        func isName(_ other: String) -> Bool { other.utf8.elementsEqual(name.utf8) }
        let exact = known.first { $0.keys.contains(where: isName) } ?? known.first { isName($0.name) }
        if let exact { return exact }
        let folded = NameFolding.fold(name)
        return known.first { NameFolding.fold($0.name) == folded }
    }

    // MARK: - Coverage

    /// Returns how much of a path instances write besides the members of their payloads.
    func coverage(of path: [String]) -> PathCoverage {
        if plan.discriminator == path { return .whole }
        return plan.discriminator.first == path.first ? .part : .none
    }

    /// Returns the discriminator of an instance; `nil` if the instance has none.
    func discriminator(of instance: ValueAddress) throws -> String? {
        guard let index = plan.index(instance) else { return nil }
        let rule = plan.cases[index]
        var name: String? = rule.exportedName
        guard rule.isUnknown else { return name }
        _ = try rule.unwrap(instance) {
            name = plan.name(in: $0[as: JSONValue.self], .flexible)
        }
        return name
    }

    /// Returns how much of the discriminator's path a JSON value has.
    private func coverage(_ json: JSONValue) -> PathCoverage {
        let coverage = json.coverage(of: plan.discriminator[...])
        guard coverage == .none, case .object(let members) = json else { return coverage }
        return plan.discriminator.count > 1 || plan.key(at: 0, in: members, .flexible) == nil ? .none : .whole
    }
}

/// How much of the path of a discriminator an export of a payload writes.
enum PathCoverage {
    /// No member with the first key.
    case none
    /// A member with the first key, but not the value at the end of the path.
    case part
    case whole
}

extension JSONValue {
    /// Creates the value at an address; `nil` if values of the type are not any JSON.
    fileprivate init?(at address: ValueAddress, of type: any Importable.Type) throws {
        if type == JSONValue.self {
            self = address[as: JSONValue.self]
        } else if type == JSONText.self {
            try self.init(json: address[as: JSONText.self].bytes)
        } else if type == JSONValue?.self {
            self = address[as: JSONValue?.self] ?? .null
        } else if type == JSONText?.self {
            try self.init(
                json: address[as: JSONText?.self]?.bytes
                    ?? Array("null".utf8))
        } else {
            return nil
        }
    }

    fileprivate func coverage(of path: ArraySlice<String>) -> PathCoverage {
        guard let key = path.first else { return .whole }
        guard case .object(let members) = self, let member = members[key] else { return .none }
        return member.coverage(of: path.dropFirst()) == .whole ? .whole : .part
    }
}

extension ImportError {
    fileprivate static func noCase(_ index: Int, type: String) -> ImportError {
        ImportError(
            .invalidPlan, "the plan of \(type) has no case \(index) with the payload of the instance",
            advice: "return the index of the case in the plan, and its payload")
    }

    /// - Parameter instance: the address of an instance of the type.
    fileprivate static func noCase(
        of instance: ValueAddress, _ type: any Importable.Type
    ) -> ImportError {
        guard type is AnyObject.Type else {
            return ImportError(
                .invalidPlan, "the plan of \(type) has no case for the instance",
                advice: "return the index of the case in the plan")
        }
        let subclass: any AnyObject.Type = Swift.type(of: instance[as: AnyObject.self])
        return ImportError(
            .invalidPlan, "expected an instance of \(type) or of a listed subclass, found \(subclass)",
            advice: "list the subclass in 'subclasses'")
    }

    /// - Parameters:
    ///   - name: the discriminator of the payload; `nil` if it has none.
    ///   - expected: the name of the case; `nil` for the case for unknown names.
    fileprivate static func otherCase(_ name: String?, expected: String?, type: String) -> ImportError {
        ImportError(
            .unknownCase,
            "expected \(expected?.debugDescription ?? "a name of no case") as the discriminator of \(type), found \(name?.debugDescription ?? "none")",
            advice: expected == nil
                ? "set the discriminator in the JSON value" : "set the property or the member to this name")
    }

    fileprivate static func dividedDiscriminator(_ path: [String], type: String) -> ImportError {
        invalidPlan(
            "the payload writes the member \(path[0].debugDescription), which contains the discriminator of \(type)",
            advice: "add a property for \(path.joined(separator: ".")) to the payload, and set it")
    }
}
