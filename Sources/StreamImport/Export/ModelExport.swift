/// What an export knows of one type of model.
///
/// Made once for each type and export, as it takes a look at every key.
final class ModelExport {
    let instances: InstancePlan
    private let plan: ObjectPlan
    private let tree: ExportTree
    /// The field for the members that mean no other.
    private let extras: Int?
    /// The keys that those members must not have.
    private let reservedKeys: ReservedKeys?
    /// Memory that no instance is in now. Of a type that contains itself, several are being written at a time.
    private var spare: [FieldValues] = []

    init(_ type: any Importable.Type, _ options: ExportOptions) throws(ImportError) {
        let plan = type.importPlan
        guard Self.isKind(type, of: plan.type) else {
            throw .planOfAnotherType("\(plan.type)", type: "\(type)")
        }
        guard let object = plan.object else { throw .notExportable("\(type)") }
        if let fault = object.fault { throw fault }
        guard let instances = object.instances else { throw .planWithoutInstances(type: "\(type)") }
        self.instances = instances
        self.plan = object
        let keys = ExportKeys(object, options)
        tree = try keys.tree()
        extras = object.fields.firstIndex { $0.absence == .rest }
        reservedKeys = extras == nil ? nil : keys.reserved
    }

    /// Whether instances of a type have all that those of another one have. A class that is not marked inherits the
    /// plan of its superclass.
    private static func isKind<Model: Importable>(_ type: any Importable.Type, of model: Model.Type) -> Bool {
        type is Model.Type
    }

    /// Writes the instance at a place.
    func write(_ instance: UnsafeRawPointer, to output: ExportOutput) throws {
        let draft = spare.popLast() ?? FieldValues(plan)
        defer {
            draft.clear()
            spare.append(draft)
        }
        // SAFETY: the caller hands the place of an instance of this plan's model.
        unsafe draft.copy(instance, instances)
        try requireFields(draft)
        try output.object {
            for member in tree.members { try write(member, of: draft, to: output) }
            if let extras, let members = unsafe draft.place(of: extras) {
                // SAFETY: a field for the rest is of this type.
                let members = unsafe members.assumingMemoryBound(to: [String: JSONValue].self)
                try unsafe writeExtras(members.pointee, to: output)
            }
        }
    }

    private func requireFields(_ draft: FieldValues) throws(ImportError) {
        for (index, field) in plan.fields.enumerated() where draft.state(of: index) != DraftState.present {
            guard field.absence != .required, field.absence != .rest else {
                throw .fieldNotCopied(field.name, type: "\(plan.model)")
            }
        }
    }

    // MARK: - Fields

    private func write(_ member: ExportTree.Member, of draft: FieldValues, to output: ExportOutput) throws {
        guard isWritten(member.tree, of: draft, output.options.nils) else { return }
        try output.member(member.key) { try write(member.tree, of: draft, to: output) }
    }

    private func write(_ tree: ExportTree, of draft: FieldValues, to output: ExportOutput) throws {
        switch tree {
        case .field(let index): try writeField(index, of: draft, to: output)
        case .object(let members):
            try output.object {
                for member in members { try write(member, of: draft, to: output) }
            }
        case .array(let elements):
            try output.array { try write(elements, of: draft, to: output) }
        }
    }

    /// Writes the elements up to the last one that has something in it.
    private func write(_ elements: [ExportTree?], of draft: FieldValues, to output: ExportOutput) throws {
        let nils = output.options.nils
        func isWritten(_ tree: ExportTree?) -> Bool {
            tree.map { self.isWritten($0, of: draft, nils) } ?? false
        }
        let last = elements.lastIndex(where: isWritten) ?? -1
        for (index, tree) in elements.prefix(last + 1).enumerated() {
            guard let tree, isWritten(tree) else {
                try output.put(.null)
                continue
            }
            try output.element(index) { try write(tree, of: draft, to: output) }
        }
    }

    private func writeField(_ index: Int, of draft: FieldValues, to output: ExportOutput) throws {
        guard let value = unsafe draft.place(of: index) else { return try output.put(.null) }
        let field = plan.fields[index]
        let dates = output.fieldDates
        output.fieldDates = field.dates
        defer { output.fieldDates = dates }
        // SAFETY: the field has a value of its type there.
        try unsafe output.write(value, of: field.type)
    }

    private func isWritten(_ tree: ExportTree, of draft: FieldValues, _ nils: NilPolicy) -> Bool {
        switch tree {
        case .field(let index):
            switch draft.state(of: index) {
            case DraftState.present: true
            case DraftState.null: nils == .write
            default: false
            }
        case .object(let members): members.contains { isWritten($0.tree, of: draft, nils) }
        case .array(let elements): elements.contains { $0.map { isWritten($0, of: draft, nils) } ?? false }
        }
    }

    private func writeExtras(_ members: [String: JSONValue], to output: ExportOutput) throws {
        for (key, value) in members {
            guard reservedKeys?.contains(key) != true else {
                throw ImportError.reservedKey(key, type: "\(plan.model)").inside(.key(key))
            }
            try output.member(key) { try output.write(value) }
        }
    }
}
