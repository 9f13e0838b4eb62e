import Testing

@testable import JSONRecords
@testable import StreamImport

/// A draft of a model, which takes values of instances and gives them to others, as the plan of
/// the model says.
struct TestDraft<Model: Importable> {
    private let plan: ObjectPlan
    private let instances: InstancePlan
    private let values: OwnedDraft

    /// An empty draft.
    init(of model: Model.Type = Model.self) throws {
        plan = try #require(model.importPlan.object)
        instances = try #require(plan.instances)
        values = OwnedDraft(plan)
    }

    private func index(of field: String) throws -> Int {
        try #require(plan.fields.firstIndex { $0.name == field })
    }

    /// Takes the value of one field of an instance, or of all.
    func copy(_ instance: Model, only field: String? = nil) throws {
        let index = try field.map(index)
        // SAFETY: the pointer is to an instance of the plan's model.
        unsafe withUnsafePointer(to: instance) { unsafe values.decompose($0, instances, only: index) }
    }

    /// Takes null for a field.
    func putNull(_ field: String) throws {
        values.draft[state: try index(of: field)] = DraftState.null
    }

    /// Gives an instance what was taken.
    func update(_ instance: inout Model) throws {
        // SAFETY: the pointer is to an instance of the plan's model.
        try unsafe withUnsafeMutablePointer(to: &instance) { try unsafe instances.update(values.draft, $0) }
    }

    /// The names of the fields that have a value, and of those that are null with a question mark.
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

/// The names of a model's properties, by key paths to them.
func propertyNames<Model: Importable>(of model: Model.Type) throws -> [AnyKeyPath: String] {
    try #require(model.importPlan.object?.instances).properties()
}

/// Requires any of some models to be made equal to any other by what is copied of it, and to stay as it is if nothing
/// is.
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
