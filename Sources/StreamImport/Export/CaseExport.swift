/// The cases of an enum or the subclasses of a class, and the discriminator under which an export writes their names.
final class CaseExport {
    private let type: any Importable.Type
    private let plan: CasePlan
    /// The fields of the cases that have fields of their own, by index.
    private var objects: [Int: ModelExport] = [:]

    init(_ type: any Importable.Type, _ plan: CasePlan) {
        self.type = type
        self.plan = plan
    }

    /// Writes the instance at an address.
    func write(_ instance: UnsafeRawPointer, to output: ModelOutput) throws {
        // SAFETY: the caller passes the address of an instance of the type. The payload is valid for the call of `body`.
        guard let index = unsafe plan.index(instance) else {
            throw unsafe ImportError.noCase(of: instance, type)
        }
        let isWritten = try unsafe plan.cases[index].payload.unwrap(instance) { payload in
            guard !plan.discriminator.isEmpty, !plan.cases[index].isWhole else {
                return try unsafe writePayload(index, payload, to: output)
            }
            try output.object { try unsafe writeMembers(index, payload, to: output) }
        }
        if !isWritten { throw ImportError.noCase(index, type: "\(type)") }
    }

    /// Writes the discriminator and the members of a payload. A payload that has the discriminator as a member writes it
    /// itself, unless the member is nil.
    private func writeMembers(_ index: Int, _ payload: UnsafeRawPointer, to output: ModelOutput) throws {
        // SAFETY: the caller passes the address of a payload of the case.
        let coverage = try unsafe coverage(index, payload, output)
        let name = plan.cases[index].exportedName
        switch coverage {
        case .none: try write(name, at: plan.discriminator[...], to: output)
        case .part: throw ImportError.dividedDiscriminator(plan.discriminator, type: "\(type)")
        case .whole: break
        }
        let isWritten = try output.members(watching: plan.discriminator[0]) {
            try unsafe writePayload(index, payload, to: output)
        }
        // The payload of an enum in the enum may have the member, which its type does not show.
        if coverage == .none, isWritten {
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

    private func writePayload(_ index: Int, _ payload: UnsafeRawPointer, to output: ModelOutput) throws {
        // SAFETY: the caller passes the address of a payload of the case.
        guard let object = try fields(index, output) else {
            return try unsafe plan.cases[index].payload.type._operations.write(payload, output)
        }
        try unsafe object.write(payload, to: output)
    }

    /// Returns the fields of a case; `nil` if it has no fields of its own.
    private func fields(_ index: Int, _ output: ModelOutput) throws -> ModelExport? {
        guard let object = plan.cases[index].payload.object else { return nil }
        let export = try objects[index] ?? ModelExport(ModelFields(object), for: output)
        objects[index] = export
        return export
    }

    // MARK: - Coverage

    /// Returns how much of a path instances write besides the members of their payloads.
    func coverage(of path: [String]) -> PathCoverage {
        if plan.discriminator == path { return .whole }
        return plan.discriminator.first == path.first ? .part : .none
    }

    /// Returns how much of the discriminator's path a payload writes.
    private func coverage(
        _ index: Int, _ payload: UnsafeRawPointer, _ output: ModelOutput
    ) throws -> PathCoverage {
        if let object = try fields(index, output) {
            return try object.coverage(of: plan.discriminator, output)
        }
        let type = plan.cases[index].payload.type
        guard type == JSONValue.self else { return try output.coverage(of: plan.discriminator, type) }
        // SAFETY: the caller passes the address of a payload of the case.
        return unsafe payload.assumingMemoryBound(to: JSONValue.self).pointee.coverage(
            of: plan.discriminator[...])
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
        of instance: UnsafeRawPointer, _ type: any Importable.Type
    ) -> ImportError {
        // SAFETY: an instance of a class is a reference.
        guard type is AnyObject.Type else {
            return ImportError(
                .invalidPlan, "the plan of \(type) has no case for the instance",
                advice: "return the index of the case in the plan")
        }
        let subclass: any AnyObject.Type = unsafe Swift.type(of: instance.load(as: AnyObject.self))
        return ImportError(
            .invalidPlan, "expected an instance of \(type) or of a listed subclass, found \(subclass)",
            advice: "list the subclass in 'subclasses'")
    }

    fileprivate static func dividedDiscriminator(_ path: [String], type: String) -> ImportError {
        ImportError(
            .invalidPlan,
            "the payload writes the member \(path[0].debugDescription), which contains the discriminator of \(type)",
            advice: "add a property for \(path.joined(separator: ".")) to the payload")
    }
}
