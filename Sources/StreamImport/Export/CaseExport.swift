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
        let index = unsafe plan.index(instance)
        guard plan.cases.indices.contains(index) else { throw ImportError.noCase(index, type: "\(type)") }
        let rule = plan.cases[index]
        let isWritten = try unsafe rule.payload.unwrap(instance) { payload in
            guard try unsafe needsDiscriminator(rule, payload, output) else {
                return try unsafe writePayload(index, payload, to: output)
            }
            try output.object {
                try write(rule.exportedName, at: plan.discriminator[...], to: output)
                try output.members { try unsafe writePayload(index, payload, to: output) }
            }
        }
        if !isWritten { throw ImportError.noCase(index, type: "\(type)") }
    }

    /// Returns whether an export of an instance has a member with a key that does not belong to its payload.
    func writes(_ key: String) -> Bool { plan.discriminator.first == key }

    /// Returns whether the payload does not write the discriminator itself.
    private func needsDiscriminator(
        _ rule: CasePlan.Case, _ payload: UnsafeRawPointer, _ output: ModelOutput
    ) throws -> Bool {
        guard let key = plan.discriminator.first, !rule.isUnknown else { return false }
        guard rule.payload.object == nil, rule.payload.type != JSONValue.self else {
            guard rule.payload.object == nil else { return true }
            // SAFETY: the payload has the type of the rule.
            let value = unsafe payload.assumingMemoryBound(to: JSONValue.self).pointee
            guard case .object(let members) = value else { return true }
            return members[key] == nil
        }
        return try !output.writes(key, rule.payload.type)
    }

    private func write(_ name: String, at path: ArraySlice<String>, to output: ModelOutput) throws {
        guard let key = path.first else { return try output.write(name) }
        try output.member(key) {
            guard path.count > 1 else { return try output.write(name) }
            try output.object { try write(name, at: path.dropFirst(), to: output) }
        }
    }

    private func writePayload(_ index: Int, _ payload: UnsafeRawPointer, to output: ModelOutput) throws {
        let rule = plan.cases[index]
        // SAFETY: the caller passes the address of a payload of the case.
        guard let object = rule.payload.object else {
            return try unsafe rule.payload.type._operations.write(payload, output)
        }
        let export = try objects[index] ?? ModelExport(ModelFields(object), for: output)
        objects[index] = export
        try unsafe export.write(payload, to: output)
    }
}

extension ImportError {
    fileprivate static func noCase(_ index: Int, type: String) -> ImportError {
        ImportError(
            .invalidPlan, "the plan of \(type) has no case \(index) with the payload of the instance",
            advice: "return the index of the case in the plan, and its payload")
    }
}
