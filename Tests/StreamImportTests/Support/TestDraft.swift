import Testing

@testable import JSONRecords
@testable import StreamImport

/// A draft that copies values from one instance of a model to another, with the operations of the model's plan.
struct TestDraft<Model: Importable> {
    private let plan: ObjectPlan
    private let instances: InstancePlan
    private let values: OwnedDraft

    /// Creates an empty draft.
    init(of model: Model.Type = Model.self) throws {
        plan = try #require(model.importPlan.object)
        instances = try #require(plan.instances)
        values = OwnedDraft(plan)
    }

    private func index(of field: String) throws -> Int {
        try #require(plan.fields.firstIndex { $0.name == field })
    }

    /// Copies the value of one field of an instance, or the values of all fields, to the draft.
    func copy(_ instance: Model, only field: String? = nil) throws {
        let index = try field.map(index)
        ValueAddress.of(instance) { values.decompose($0, instances, only: index) }
    }

    /// Sets a field to null.
    func putNull(_ field: String) throws {
        values.draft[state: try index(of: field)] = DraftState.null
    }

    /// Updates an instance with the values of the draft.
    func update(_ instance: inout Model) throws {
        // SAFETY: the pointer is valid for the call, and points to an instance of the plan's model.
        try unsafe withUnsafeMutablePointer(to: &instance) {
            try unsafe instances.update(values.draft, ValueAddress(UnsafeMutableRawPointer($0)))
        }
    }

    /// The names of the fields that have a value. The name of a field that is null has a question mark.
    var contents: [String] {
        plan.fields.enumerated().compactMap { index, field in
            switch values.state(of: index) {
            case DraftState.present: field.name
            case DraftState.null: field.name + "?"
            default: nil
            }
        }
    }
}

/// Returns the names of a model's properties by their key paths.
func propertyNames<Model: Importable>(of model: Model.Type) throws -> [AnyKeyPath: String] {
    try #require(model.importPlan.object?.instances).properties()
}

/// Requires that a draft with all values of a model makes each model of the text equal to that model, and that an empty
/// draft changes no model.
func expectCopies<Model: Importable & Equatable>(
    of model: Model.Type, from text: String, sourceLocation: Testing.SourceLocation = #_sourceLocation
) throws {
    func models() throws -> [Model] { try StreamImporter.objects(of: model, from: text).collect() }
    let sources = try models()
    for source in sources {
        for (index, var target) in try models().enumerated() {
            try TestDraft(of: model).update(&target)
            #expect(target == sources[index], "an empty draft", sourceLocation: sourceLocation)
            let draft = try TestDraft(of: model)
            try draft.copy(source)
            try draft.update(&target)
            #expect(target == source, sourceLocation: sourceLocation)
        }
    }
}
